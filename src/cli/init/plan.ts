/** Decides how each file changes. Reads everything first, so that nothing is written if one file cannot be edited. */
import { realpathSync } from 'node:fs';
import type { AgentSetup, Places } from './agents/setup.js';
import { AGENT_SETUPS } from './agents/table.js';
import { addParts, type Edited, type FileRecord, recordFrom, removeParts, type WantedStep } from './edit/edit-file.js';
import type { Step } from './edit/step.js';
import { type InitRecord, NO_RECORD, readRecord, recordText } from './files/record.js';
import { isInside, lookAt, reporting, type Target } from './files/target.js';
import type { Change } from './files/write.js';
import { recordFile } from './scope.js';

export interface Plan {
  /** All files that were looked at. */
  readonly targets: readonly Target[];
  /** The files of the agents that change. */
  readonly changes: readonly Change[];
  /** The record, if it changes. */
  readonly record: Change | null;
  /** Folders to remove if they are empty afterwards. */
  readonly folders: readonly string[];
  /** Those that it concerns. */
  readonly agents: readonly string[];
  /** Files that have something else where our part belongs. */
  readonly conflicts: readonly { readonly file: string; readonly what: string }[];
}

export function planAdd(places: Places, cwd: string): Plan {
  const { target, record } = lookAtRecord(places, cwd);
  const files = new Map(record.files);
  const folders = new Set(record.folders);
  const changes: Change[] = [];
  const conflicts: Plan['conflicts'][number][] = [];
  const wanted = wantedFiles(places, cwd);
  for (const { target: file, steps } of wanted) {
    const edited = edit(file, (text) => addParts(text, steps, files.get(file.real)));
    files.set(file.real, edited.record);
    for (const step of edited.conflicts) conflicts.push({ file: file.file, what: nameOf(step) });
    if (edited.text === file.text) continue;
    for (const folder of file.folders) folders.add(folder);
    changes.push({ ...file, after: edited.text });
  }
  // The home of Synapse is not a folder of this command.
  if (places.scope === 'project') for (const folder of target.folders) folders.add(folder);
  return {
    targets: [target, ...wanted.map((each) => each.target)],
    agents: places.agents,
    changes,
    conflicts,
    folders: [],
    record: recordChange(target, { files, folders: [...folders] }, places),
  };
}

export function planRemove(places: Places, cwd: string): Plan {
  const { target, record } = lookAtRecord(places, cwd);
  const known = target.text === null ? foundRecord(places, cwd) : record.files;
  const files = new Map<string, FileRecord>();
  const changes: Change[] = [];
  const targets = [target];
  for (const [real, each] of known) {
    const file = look(real, places, cwd);
    targets.push(file);
    const edited = edit(file, (text) => removeParts(text, places.agents, each));
    if (edited.record.steps.length > 0) files.set(real, edited.record);
    if (edited.text !== file.text) changes.push({ ...file, after: edited.text });
  }
  const folders = record.folders.filter((folder) => places.scope === 'user' || isInside(folder, places.root));
  const left = { files, folders: files.size === 0 ? [] : record.folders };
  const had = new Set([...known.values()].flatMap(({ steps }) => steps.flatMap(({ agents }) => agents)));
  const agents = places.agents.filter((agent) => had.has(agent));
  return { targets, agents, changes, conflicts: [], folders, record: recordChange(target, left, places) };
}

/** Each file once, however many agents share it or links lead to it, with what they need in it. */
function wantedFiles(places: Places, cwd: string): { target: Target; steps: WantedStep[] }[] {
  const found = new Map<string, { target: Target; steps: WantedStep[] }>();
  for (const setup of selected(places)) {
    for (const { file, steps } of setup.parts(places)) {
      const target = look(file, places, cwd);
      const entry = found.get(target.real) ?? { target, steps: [] };
      found.set(target.real, entry);
      for (const step of steps) addWanted(entry.steps, step, setup.name);
    }
  }
  return [...found.values()];
}

function addWanted(steps: WantedStep[], step: Step, agent: string): void {
  const index = steps.findIndex((each) => each.step === step);
  const known = steps[index];
  if (known) steps[index] = { step, agents: [...known.agents, agent] };
  else steps.push({ step, agents: [agent] });
}

function selected({ agents }: Places): AgentSetup[] {
  return AGENT_SETUPS.filter(({ name }) => agents.includes(name));
}

function edit({ file, text }: Target, work: (text: string | null) => Edited): Edited {
  return reporting(file, text ?? '', () => work(text));
}

function look(file: string, { scope, root }: Places, cwd: string): Target {
  return lookAt(file, scope === 'project' ? root : null, cwd);
}

function lookAtRecord(places: Places, cwd: string): { target: Target; record: InitRecord } {
  const target = look(recordFile(places), places, cwd);
  const { text } = target;
  const record = text === null ? NO_RECORD : reporting(target.file, '', () => readRecord(text, baseOf(places)));
  return { target, record };
}

/** Without a record, what looks like ours is ours. */
function foundRecord(places: Places, cwd: string): Map<string, FileRecord> {
  const found = wantedFiles(places, cwd).map(({ target, steps }): [string, FileRecord] => [
    target.real,
    reporting(target.file, target.text ?? '', () => recordFrom(target.text, steps)),
  ]);
  return new Map(found.filter(([, { steps }]) => steps.length > 0));
}

function recordChange(target: Target, record: InitRecord, places: Places): Change | null {
  const isEmpty = [...record.files.values()].every(({ steps }) => steps.length === 0);
  const after = isEmpty ? null : recordText(record, baseOf(places));
  return after === target.text ? null : { ...target, after };
}

function baseOf({ scope, root, home }: Places): string {
  return scope === 'project' ? root : realpathSync(home);
}

/** What a step sets, as people name it: `mcpServers.synapse`. */
function nameOf(step: Step): string {
  if (step.type === 'block') return (step.owns ?? []).join('.');
  return [...step.path, ...(step.type === 'entry' && step.key !== null ? [step.key] : [])].join('.');
}
