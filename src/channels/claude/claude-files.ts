/** Where Claude Code keeps its files. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.CLAUDE_CONFIG_DIR || join(env.HOME ?? '', '.claude');
}

/** The transcript of a session, whose folder is named after the project in a way that differs between versions. */
export function transcriptOf(config: string, sessionId: string): string | null {
  const files = projectsIn(config).map((folder) => join(folder, `${sessionId}.jsonl`));
  return files.find((file) => existsSync(file)) ?? null;
}

/** The transcripts of this project that have changed since then; those of all projects if its folder is not found. */
export function transcriptsSince(config: string, cwd: string, since: number): string[] {
  const own = join(config, 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  const folders = existsSync(own) ? [own] : projectsIn(config);
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name))
      .filter((file) => changedAt(file) >= since),
  );
}

function projectsIn(config: string): string[] {
  return namesIn(join(config, 'projects')).map((name) => join(config, 'projects', name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function changedAt(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
