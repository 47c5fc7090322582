/** The real agents, set up by `synapse init` alone and asking before they run anything else, answer without a dialog. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INSTRUCTIONS } from '../../src/cli/init/agents/instructions.js';
import type { AgentHome } from './rig/homes.js';
import { type AgentName, cacheFolder, PINS } from './rig/install.js';
import { type Member, Team } from './rig/team.js';

const LIMIT_MS = 8 * 60_000;
/** opencode takes a minute for its first start on a busy machine. */
const START_LIMIT_MS = 4 * 60_000;
const WAIT = { timeout: 120_000, interval: 200 };
const [HEADING = ''] = INSTRUCTIONS.split('\n');

type Scope = 'project' | 'user';

/** Every version that is installed. */
const VERSIONS = (Object.keys(PINS) as AgentName[]).flatMap((name) =>
  readdirSync(cacheFolder())
    .filter((folder) => new RegExp(`^${name}-[\\d.]+$`).test(folder) && existsSync(pathOf(name, folder)))
    .flatMap((folder) => (['project', 'user'] as const).map((scope) => [folder, scope, name] as const)),
);

function pathOf(name: AgentName, folder: string): string {
  return join(cacheFolder(), folder, 'node_modules', PINS[name].package, PINS[name].program);
}

/** Gemini CLI has no permissions for commands in a project. */
const answersFromShell = (name: AgentName, scope: Scope) => name !== 'gemini' || scope === 'user';

test.for(VERSIONS)('%s, set up by init --%s alone, answers', { timeout: LIMIT_MS }, async ([folder, scope, name]) => {
  const team = new Team();
  try {
    const path = pathOf(name, folder);
    const program = path.endsWith('.js') ? [process.execPath, path] : [path];
    const args = name === 'codex' ? ['--no-daemon'] : [];
    let before: readonly string[] = [];
    let dir = '';
    const prepare = async (home: AgentHome) => {
      dir = home.dir;
      before = filesNaming('synapse', dir);
      await init(team, home, [name, `--${scope}`]);
    };
    const agent = await team.start(name, { tools: 'own', program, args, prepare });
    scriptedBySender(agent);
    await agent.status('ready', START_LIMIT_MS);
    expect(await agent.send('mcp', '--response')).toMatchObject({ code: 0, stdout: 'by MCP\n' });
    expect(agent.model.hasRead(HEADING)).toBe(true);
    if (answersFromShell(name, scope)) {
      // During its work it would get this one as context, which is no prompt that the script knows.
      await agent.status('ready', START_LIMIT_MS);
      const words = 'shell: synapse whoami && synapse reply --to ID from-shell';
      expect(await agent.send(words, '--response')).toMatchObject({ code: 0, stdout: 'from-shell\n' });
      await expect.poll(() => agent.model.results().join('\n'), WAIT).toContain(`You are ${name}.`);
    }
    if (name !== 'codex') {
      // What is not allowed still asks. The shell of Codex asks nothing, because it is in a sandbox.
      await agent.send('shell: synapse start shell --id other -- cat');
      await agent.status('waiting');
    }
    expect((await team.home.run(['list'])).stdout).not.toMatch(/^other /m);
    await team.home.stop(name);
    await init(team, { cwd: agent.cwd, dir }, ['--remove', `--${scope}`]);
    expect(filesNaming('synapse', scope === 'project' ? agent.cwd : dir)).toEqual(scope === 'project' ? [] : before);
  } finally {
    await team.close();
  }
});

/** `shell: <command>` runs it, and `mcp` answers by the tool. ID stands for the id of the message. */
function scriptedBySender({ model }: Member): void {
  model.script((prompt) => {
    const [, id = '', words = ''] = /^\[A2A:([0-9a-f]{8}):tester\] (.*)/.exec(prompt) ?? [];
    const command = words.startsWith('shell: ')
      ? words.slice('shell: '.length).replaceAll('ID', id)
      : `mcp synapse_reply ${JSON.stringify({ to: id, message: 'by MCP' })}`;
    return { shell: command, afterwards: 'Done.' };
  });
}

/** Settings that name it. The agent may have written files of its own by now, such as transcripts. */
function filesNaming(word: string, dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:\w*\.md|\.?\w*\.jsonc?|\w*\.toml|\w*\.rules)$/.test(file))
    .filter((file) => !/node_modules|tmp|cache|sessions|projects|backups|history|snapshot|local|log/i.test(file))
    .filter((file) => readFileSync(join(dir, file), 'utf8').includes(word));
}

async function init(team: Team, { cwd, dir }: Pick<AgentHome, 'cwd' | 'dir'>, args: readonly string[]): Promise<void> {
  mkdirSync(join(cwd, '.git'), { recursive: true });
  writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n');
  const { code, stderr } = await team.home.run(['init', ...args, '--yes'], { cwd, env: { HOME: dir } });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}
