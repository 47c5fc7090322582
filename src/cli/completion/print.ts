/** `synapse __complete <word>...`: what the completion scripts call. Reads files only, and starts no daemon. */
import { readdirSync } from 'node:fs';
import { synapseHome } from '../../paths.js';
import { profileDirs } from '../../profiles/load-profile.js';
import { listExternals } from '../../registry/externals.js';
import { Registry } from '../../registry/registry.js';
import { PROFILE_WORDS } from '../commands/table.js';
import { oneLine, printLine } from '../print/stdio.js';
import { type Candidate, complete, type Known } from './complete.js';

/** The first line names the kind of completion. Each further line is a candidate, a tab and its description. */
export function printCompletions(words: readonly string[]): number {
  const completion = complete(words, KNOWN);
  const candidates = completion.kind === 'words' ? completion.words : [];
  printLine(
    [completion.kind, ...candidates.map(({ word, description }) => `${oneLine(word)}\t${oneLine(description)}`)].join(
      '\n',
    ),
  );
  return 0;
}

const KNOWN: Known = {
  agents: () =>
    new Registry(synapseHome()).list().flatMap(({ id, name, type, status }): Candidate[] => {
      const description = `${type}, ${status}`;
      return [{ word: id, description }, ...(name ? [{ word: name, description }] : [])];
    }),
  externals: () => listExternals(synapseHome()).map(({ name, title }) => ({ word: name, description: title })),
  profiles: () => [...new Set([...PROFILE_WORDS, ...ownProfiles()])].map((word) => ({ word, description: 'profile' })),
};

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
