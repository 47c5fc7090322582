/** Warns if the person at this keyboard is not in the team, and offers to become one who is. */

import { findSender } from '../../client/sender.js';
import { changeConfig } from '../../config/config-file.js';
import { ask } from '../../entry/consent.js';
import { printNote, said } from '../../print/stdio.js';
import type { TeamFile } from '../../up/team-file/team-file.js';

/** Asks on a terminal only; a script gets a hint. */
export async function offerToBeOfTeam({ project, agents }: TeamFile): Promise<void> {
  const people = agents.filter(({ kind }) => kind === 'human').map(({ id }) => id);
  const [first] = people;
  const { entry, home } = await findSender(undefined);
  if (first === undefined || entry.kind !== 'human' || people.includes(entry.id)) return;
  printNote(
    `warning: You are ${entry.id} here, but the person of ${project.id} is ${people.join(' or ')}. Only a person of the team can assign work and read its notices.`,
  );
  // A variable of the environment comes before the settings, so changing those would not help.
  const isByEnvironment = Boolean(process.env.SYNAPSE_HUMAN);
  const command = isByEnvironment ? `export SYNAPSE_HUMAN=${first}` : `synapse config set human ${first}`;
  if (isByEnvironment || !process.stdin.isTTY || !process.stderr.isTTY) return printNote(`hint: ${command}`);
  const answer = await ask(`${said(`Be ${first} from now on?`)} [y/N] `);
  if (!/^\s*(y|yes)\s*$/i.test(answer)) return printNote(`To be ${first} later: ${command}`);
  await changeConfig(home, 'human', first);
  printNote(`You are ${first} from now on, in every shell that does not set SYNAPSE_HUMAN.`);
}
