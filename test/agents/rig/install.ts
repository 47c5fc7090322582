/** Installs the real agents, in the versions that are tried, into a cache folder, each when a test first needs it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type AgentName = 'claude' | 'codex' | 'gemini' | 'opencode';

interface Pin {
  readonly package: string;
  readonly version: string;
  /** The package's own install script. Scripts of other packages are not run. */
  readonly setup?: string;
  readonly program: string;
}

export const PINS: Readonly<Record<AgentName, Pin>> = {
  claude: {
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    setup: 'install.cjs',
    program: 'bin/claude.exe',
  },
  codex: { package: '@openai/codex', version: '0.166.0', program: 'bin/codex.js' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
  opencode: { package: 'opencode-ai', version: '1.18.33', setup: 'postinstall.mjs', program: 'bin/opencode.exe' },
};

/** The versions that are tried, newest first. Claude Code before its inbox stands beside the newest one. */
export const VERSIONS: Readonly<Record<AgentName, readonly string[]>> = {
  claude: ['2.1.328', '2.1.197'],
  codex: ['0.169.0', '0.166.0'],
  gemini: ['0.61.0', '0.60.0'],
  opencode: ['1.18.33', '1.18.32'],
};

const run = promisify(execFile);
const DOWNLOAD_LIMIT_MS = 10 * 60_000;

/** The command that starts the agent. */
export async function install(name: AgentName, version = PINS[name].version): Promise<readonly string[]> {
  const { program } = PINS[name];
  const folder = join(cacheFolder(), `${name}-${version}`);
  if (!existsSync(folder)) await fill(folder, { ...PINS[name], version });
  const path = join(folder, 'node_modules', PINS[name].package, program);
  return program.endsWith('.js') ? [process.execPath, path] : [path];
}

export function cacheFolder(): string {
  const { SYNAPSE_AGENTS_CACHE, XDG_CACHE_HOME } = process.env;
  return SYNAPSE_AGENTS_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'synapse-agents');
}

/** Installs into another folder and renames it when complete, so that a partial install is never used. */
async function fill(folder: string, pin: Pin): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  const aside = mkdtempSync(`${folder}.part-`);
  try {
    const dependencies = { [pin.package]: pin.version };
    writeFileSync(join(aside, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const options = { cwd: aside, timeout: DOWNLOAD_LIMIT_MS };
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], options);
    if (pin.setup) {
      await run(process.execPath, [pin.setup], { ...options, cwd: join(aside, 'node_modules', pin.package) });
    }
    if (!existsSync(folder)) renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
