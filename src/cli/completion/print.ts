/** `synapse __complete <word>...`: what the completion scripts call. Reads files, asks daemons that run, and starts none. */
import { readdirSync } from 'node:fs';
import { synapseHome } from '../../paths.js';
import { profileDirs } from '../../profiles/load-profile.js';
import { isRunning, type KnownAgent } from '../../registry/entry.js';
import { listExternals } from '../../registry/externals.js';
import { listHosts, remoteAgents } from '../../registry/hosts/hosts.js';
import { listReceivers } from '../../registry/notice-receivers.js';
import { Registry } from '../../registry/registry.js';
import { PROFILE_WORDS } from '../commands/table.js';
import { oneLine, printLine } from '../print/stdio.js';
import { type Candidate, complete, type Known } from './complete.js';

/** The first line names the kind of completion. Each further line is a candidate, a tab and its description. */
export async function printCompletions(words: readonly string[]): Promise<number> {
  const completion = await complete(words, KNOWN).catch(() => null);
  if (completion === null) return 0;
  const candidates = completion.kind === 'words' ? completion.words : [];
  printLine(
    [completion.kind, ...candidates.map(({ word, description }) => `${oneLine(word)}\t${oneLine(description)}`)].join(
      '\n',
    ),
  );
  return 0;
}

const KNOWN: Known = {
  agents: () => candidates(new Registry(synapseHome()).list()),
  stopped: () => candidates(new Registry(synapseHome()).list().filter((agent) => !isRunning(agent))),
  hosts: () => listHosts(synapseHome()).map(({ name, target }) => ({ word: name, description: target ?? '' })),
  receivers: () => listReceivers(synapseHome()).map(({ name, kind }) => ({ word: name, description: kind })),
  remotes: () => remoteAgents(synapseHome()).map(({ id, type }) => ({ word: id, description: type })),
  externals: () => listExternals(synapseHome()).map(({ name, title }) => ({ word: name, description: title })),
  profiles: () => [...new Set([...PROFILE_WORDS, ...ownProfiles()])].map((word) => ({ word, description: 'profile' })),
  // Loaded late, because most completions need no daemon.
  ids: async (kind, from) => (await import('./ask-ids.js')).askIds(kind, from),
  toolOptions: async (tool) => (await import('./tool-options.js')).askToolOptions(tool),
};

function candidates(agents: readonly KnownAgent[]): Candidate[] {
  return agents.flatMap(({ id, name, type, status }): Candidate[] => {
    const description = `${type}, ${status}`;
    return [{ word: id, description }, ...(name ? [{ word: name, description }] : [])];
  });
}

function ownProfiles(): string[] {
  return profileDirs({ home: synapseHome(), cwd: process.cwd() }).flatMap(namesOfProfiles);
}

function namesOfProfiles(dir: string): string[] {
  try {
    return readdirSync(dir).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []);
  } catch {
    return [];
  }
}
