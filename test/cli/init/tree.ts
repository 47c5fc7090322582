/** A folder of files for a test, and everything in it as one value to compare. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as plain } from 'vitest';
import type { Places } from '../../../src/cli/init/agents/setup.js';
import { applyChanges, removeEmptyFolders } from '../../../src/cli/init/files/write.js';
import { type Plan, planAdd, planRemove } from '../../../src/cli/init/plan.js';

export const ALL = ['claude', 'codex', 'gemini', 'opencode'];

export class Tree {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'init-')));
  readonly root = join(this.dir, 'project');
  readonly home = join(this.dir, 'home');

  constructor() {
    mkdirSync(this.root);
    mkdirSync(this.home);
  }

  write(file: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true });
    writeFileSync(join(this.dir, file), text, { mode });
    chmodSync(join(this.dir, file), mode);
  }

  link(file: string, target: string): void {
    symlinkSync(target, join(this.dir, file));
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), 'utf8');
  }

  places(agents: readonly string[] = ALL, scope: Places['scope'] = 'project'): Places {
    return { scope, root: this.root, home: this.home, env: {}, agents };
  }

  add(places = this.places()): Plan {
    const plan = planAdd(places, this.root);
    applyChanges([...(plan.record ? [plan.record] : []), ...plan.changes], { mode: 0o666 });
    return plan;
  }

  remove(places = this.places()): Plan {
    const plan = planRemove(places, this.root);
    applyChanges([...plan.changes, ...(plan.record ? [plan.record] : [])], { mode: 0o666 });
    removeEmptyFolders(plan.folders);
    return plan;
  }

  /** Every file with its mode and text, every link with its target, every folder. */
  all(dir = this.dir): Record<string, string> {
    const found: Record<string, string> = {};
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      const shown = path.slice(this.dir.length + 1);
      const { mode } = lstatSync(path);
      if (lstatSync(path).isSymbolicLink()) found[shown] = `→ ${readlinkSync(path)}`;
      else if (lstatSync(path).isDirectory()) Object.assign(found, { [`${shown}/`]: '' }, this.all(path));
      else found[shown] = `${(mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
    }
    return found;
  }

  close(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export const test = plain.extend<{ tree: Tree }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  tree: async ({}, use) => {
    const tree = new Tree();
    const before = process.env.SYNAPSE_HOME;
    process.env.SYNAPSE_HOME = join(tree.dir, 'synapse');
    try {
      await use(tree);
    } finally {
      if (before === undefined) delete process.env.SYNAPSE_HOME;
      else process.env.SYNAPSE_HOME = before;
      tree.close();
    }
  },
});
