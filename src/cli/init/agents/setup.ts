/** What setting up an agent means: which steps in which of its files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../edit/json-children.js';
import type { EntryStep, Step } from '../edit/step.js';

/** Where files go: into a project, for everybody who works on it, or into the user's own settings. */
export interface Places {
  readonly scope: 'project' | 'user';
  /** The folder of the project. */
  readonly root: string;
  /** The user's home folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The agents that are set up together. */
  readonly agents: readonly string[];
}

/** Steps in one file, in order. */
export interface FilePart {
  readonly file: string;
  readonly steps: readonly Step[];
}

export interface AgentSetup {
  readonly name: string;
  readonly parts: (places: Places) => readonly FilePart[];
}

/** The first of these files that exists, or else the usual one. */
export function existingOf(dir: string, names: readonly string[], usual: string): string {
  return join(dir, names.find((name) => existsSync(join(dir, name))) ?? usual);
}

export function property(path: readonly string[], key: string, value: Json): EntryStep {
  return { type: 'entry', path, key, value };
}

export function items(path: readonly string[], values: readonly string[]): Step[] {
  return values.map((value) => ({ type: 'entry', path, key: null, value }));
}
