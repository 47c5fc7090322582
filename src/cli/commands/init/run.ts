/** `synapse init`: sets up coding agents, after showing what it will write. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../errors.js';
import { ensureHomeDir, synapseHome } from '../../../paths.js';
import { type Consent, consent } from '../../entry/consent.js';
import type { Places } from '../../init/agents/setup.js';
import { diffOf } from '../../init/diff.js';
import { lookAt } from '../../init/files/target.js';
import { applyChanges, type Change, removeEmptyFolders, removeLeftovers } from '../../init/files/write.js';
import { type Plan, planAdd, planRemove } from '../../init/plan.js';
import { placesFor } from '../../init/scope.js';
import { starterTeam } from '../../init/starter-team.js';
import { colorsFor } from '../../print/output.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { DEFAULT_TEAM_FILE } from '../../up/team-file/read-team-file.js';
import { chosenAgents } from './agents.js';
import type { initOptions } from './spec.js';

type Options = OptionValues<typeof initOptions>;

export async function runInit(args: readonly string[], options: Options): Promise<number> {
  if (options.remove && options.team) throw fail('invalid_request', { reason: 'Use --remove or --team, not both.' });
  const cwd = process.cwd();
  const places = placesFor(options, await chosenAgents(args, options), cwd);
  const plan = planOf(places, cwd, options);
  const team = options.team ? planTeam(places, cwd) : null;
  const changes = [...plan.changes, ...(team ? [team] : [])];
  if (!options.json) {
    const colors = await colorsFor(process.stdout);
    for (const change of changes) printLine(diffOf(change, colors));
  }
  for (const { file, what } of plan.conflicts) {
    printNote(`note: ${file} has another ${what}, which stays as it is.`);
  }
  if (hidesOther(plan, places)) printNote('note: opencode reads AGENTS.md in place of CLAUDE.md from now on.');
  if (changes.length === 0 && plan.record === null) {
    printNote(options.remove ? 'There is nothing to remove.' : `Everything is set up already: ${names(plan)}.`);
  } else if (options.dryRun) {
    printNote('Nothing was written.');
  } else {
    if (changes.length > 0 && !options.yes && !(await consent(TO_WRITE))) return 1;
    write({ ...plan, changes }, places, options);
    printNote(sentence(places, plan, options));
  }
  if (options.json) printJson(asJson(changes, plan, places));
  return 0;
}

const TO_WRITE: Consent = {
  question: 'Write these changes?',
  otherwise: 'Nothing was written.',
  withoutTerminal: 'There is no terminal to ask on. Use --yes to write these changes, or --dry-run to see them.',
};

/** What a killed run has left is removed first, because a folder with nothing else in it is not there for the plan. */
function planOf(places: Places, cwd: string, { remove, dryRun }: Options): Plan {
  const make = remove ? planRemove : planAdd;
  const plan = make(places, cwd);
  const wasLeft = !dryRun && plan.targets.filter(removeLeftovers).length > 0;
  return wasLeft ? make(places, cwd) : plan;
}

/** The record is written before the files and removed after them, so that it is there whenever it is needed. */
function write({ changes, record, folders }: Plan, { scope }: Places, { remove }: Options): void {
  const mode = scope === 'user' ? 0o600 : 0o666;
  const records = record ? [record] : [];
  if (scope === 'user') ensureHomeDir(synapseHome());
  applyChanges(remove ? [...changes, ...records] : [...records, ...changes], { mode });
  if (remove) removeEmptyFolders(folders);
}

/** Null if there is a team file already. */
function planTeam({ root, scope, agents }: Places, cwd: string): Change | null {
  const dir = scope === 'project' ? root : cwd;
  const file = join(dir, DEFAULT_TEAM_FILE);
  if (existsSync(file)) {
    printNote(`note: ${DEFAULT_TEAM_FILE} exists already and stays as it is.`);
    return null;
  }
  return { ...lookAt(file, dir, cwd), after: starterTeam(dir, agents) };
}

/** opencode reads CLAUDE.md only as long as there is no AGENTS.md. */
function hidesOther({ changes }: Plan, { agents, root, scope }: Places): boolean {
  const isMade = changes.some(({ real, text }) => real === join(root, 'AGENTS.md') && text === null);
  return scope === 'project' && agents.includes('opencode') && isMade && existsSync(join(root, 'CLAUDE.md'));
}

function sentence({ scope }: Places, plan: Plan, { remove }: Options): string {
  if (remove) return `Removed Synapse from: ${names(plan)}.`;
  return scope === 'project'
    ? `Set up in this project: ${names(plan)}. Restart agents that are running.`
    : `Set up for all your projects: ${names(plan)}. Restart agents that are running.`;
}

function names({ agents }: Pick<Plan, 'agents'>): string {
  return agents.join(', ');
}

function asJson(changes: readonly Change[], { conflicts, agents }: Plan, { scope }: Places): Record<string, unknown> {
  return {
    init: {
      scope,
      agents,
      files: changes.map(({ file, text, after }) => ({
        file,
        change: text === null ? 'created' : after === null ? 'deleted' : 'changed',
      })),
      conflicts,
    },
  };
}
