/**
 * The record of what was added, from which `--remove` restores every file as it was: `.synapse/init.json` in a project,
 * `init.json` in the home of Synapse for the files of the user.
 */
import { isAbsolute, join, relative } from 'node:path';
import type { FileRecord, MadeStep } from '../edit/edit-file.js';
import type { Step } from '../edit/step.js';
import { Trouble } from '../edit/trouble.js';

export interface InitRecord {
  /** By the real path. */
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Folders that were made. */
  readonly folders: readonly string[];
}

export const NO_RECORD: InitRecord = { files: new Map(), folders: [] };

const VERSION = 1;

/** Paths in it are relative to `base`, so that a project can be moved. */
export function recordText({ files, folders }: InitRecord, base: string): string {
  const entries = [...files]
    .filter(([, { steps }]) => steps.length > 0)
    .map(([file, { made, blank, steps }]) => ({ file: relative(base, file), made, blank, steps: steps.map(spell) }));
  const made = folders.map((folder) => relative(base, folder));
  const note = 'Written by synapse init. synapse init --remove needs it to restore these files.';
  return `${JSON.stringify({ note, version: VERSION, folders: made, files: entries }, null, 2)}\n`;
}

export function readRecord(text: string, base: string): InitRecord {
  const found = parsed(text);
  const place = (path: unknown) => join(base, checkedPath(path));
  return {
    folders: list(found.folders).map(place),
    files: new Map(
      list(found.files).map((each) => {
        const { file, made, blank, steps } = each as Record<string, unknown>;
        const record = { made: made === true, steps: list(steps).map(readStep) };
        return [place(file), typeof blank === 'string' ? { ...record, blank } : record];
      }),
    ),
  };
}

/** The text of a block is between its markers. */
function spell({ step, hints, agents }: MadeStep): Record<string, unknown> {
  const { body: _body, ...rest } = { body: undefined, ...step };
  return { ...rest, agents, hints };
}

function readStep(value: unknown): MadeStep {
  const { agents, hints, ...step } = value as Record<string, unknown>;
  const known = { ...step, ...(step.type === 'block' ? { body: '' } : {}) } as Step;
  if (!isStep(known) || typeof hints !== 'object' || hints === null) throw notARecord();
  return { step: known, hints, agents: list(agents).map(String) };
}

function isStep(step: Step): boolean {
  if (step.type === 'block') return step.style === 'html' || step.style === 'hash';
  const hasPath = Array.isArray(step.path) && step.path.every((name) => typeof name === 'string');
  if (step.type === 'wrap') return hasPath;
  return step.type === 'entry' && hasPath && (step.key === null || typeof step.key === 'string');
}

function parsed(text: string): Record<string, unknown> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw notARecord();
  }
  if (typeof found !== 'object' || found === null || !('version' in found)) throw notARecord();
  if (found.version === VERSION) return found as Record<string, unknown>;
  throw new Trouble({
    en: 'It was written by another version of Synapse.',
    ja: '別のバージョンの Synapse が書いたものです。',
  });
}

/** A record may come with a repository from elsewhere. Whether the file stays in its folder is checked again. */
function checkedPath(path: unknown): string {
  if (typeof path === 'string' && path !== '' && !isAbsolute(path)) return path;
  throw notARecord();
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value) && value.every((each) => each !== null)) return value;
  throw notARecord();
}

function notARecord(): Trouble {
  return new Trouble({ en: 'It is not a record of synapse init.', ja: 'synapse init の記録ではありません。' });
}
