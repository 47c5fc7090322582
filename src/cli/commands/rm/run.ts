/** `synapse rm`: forgets stopped agents and their stores. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { systemClock } from '../../../clock.js';
import { fail, SynapseError } from '../../../errors.js';
import { agentPaths } from '../../../paths.js';
import { isRunning } from '../../../registry/entry.js';
import { launchesIn } from '../../../registry/launches.js';
import type { Registry } from '../../../registry/registry.js';
import { matching } from '../../../registry/resolve-target.js';
import { idOfDefined, registryHere } from '../../client/find-agent.js';
import { consent } from '../../entry/consent.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { rmOptions } from './spec.js';

export async function runRm(args: readonly string[], options: OptionValues<typeof rmOptions>): Promise<number> {
  const registry = await registryHere();
  const ids = [...new Set(args.map((word) => onlyOne(registry, word)))];
  for (const id of ids) mustBeStopped(registry, id);
  if (!options.yes) {
    const agreed = await consent({
      question: `Forget ${ids.join(', ')} and all messages?`,
      otherwise: 'Nothing was deleted.',
      withoutTerminal: `There is no terminal to ask on. To delete all messages of ${ids.join(', ')}, use --yes.`,
    });
    if (!agreed) return 1;
  }
  for (const id of ids) forget(registry, id);
  if (options.json) printJson({ removed: ids });
  else for (const id of ids) printLine(id);
  return 0;
}

/** What is deleted must be the only one that the word can mean, whether it runs or not. */
function onlyOne(registry: Registry, word: string): string {
  const id = idOfDefined(registry, word);
  const matches = id === word ? [] : matching(word, registry.list()).map((agent) => agent.id);
  if (matches.length > 1) throw fail('ambiguous_target', { target: word, matches });
  return id;
}

function mustBeStopped(registry: Registry, id: string): void {
  const known = registry.get(id);
  const isStarting = () => launchesIn(registry.home, systemClock.now()).some((launch) => launch.id === id);
  if (!(known && isRunning(known)) && !isStarting()) return;
  const reason = `${id} is running.`;
  throw new SynapseError(
    'agent_already_running',
    { agent: id, pid: known?.live?.pid ?? '?' },
    { message: reason, hint: `synapse stop ${id}` },
  );
}

/** Moved away first, so that a start at the same moment finds either all of it or nothing. */
function forget(registry: Registry, id: string): void {
  mustBeStopped(registry, id);
  const { dir } = agentPaths(registry.home, id);
  registry.removeDead(id);
  if (!existsSync(dir)) throw fail('agent_not_found', { target: id });
  const aside = `${dir}~${systemClock.now()}`;
  renameSync(dir, aside);
  rmSync(aside, { recursive: true, force: true });
}
