import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BINARY, TestHome } from '../../rig/home/binary.js';

const home = new TestHome();
const bin = join(home.dir, 'bin');

beforeAll(async () => {
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, 'synapse'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(home.dir, `completion.${shell}`), (await home.run(['completion', shell])).stdout);
  }
  expect((await home.run(['start', 'shell', '--id', 'worker-a', '--name', 'tester', '--', 'cat'])).code).toBe(0);
});

afterAll(() => home.close());

test.each([
  ['synapse li', ['list']],
  ['synapse st', ['start', 'status', 'stop']],
  ['synapse tasks ', ['list', 'wait', 'cancel']],
  ['synapse send wor', ['worker-a']],
  ['synapse start shell --cwd bi', ['bin']],
  ['synapse up -f completion.b', ['completion.bash']],
  ['synapse start shell -- basenam', ['basename']],
  ['synapse nonsense ', []],
])('bash completes "%s"', (line, expected) => {
  // bash lists a program once for every folder of the PATH that has it.
  expect([...new Set(bashCompletes(line))]).toEqual(expected);
});

test('completion starts no daemon and needs no home', async () => {
  const empty = join(home.dir, 'empty');
  const result = await home.run(['__complete', 'send', ''], { env: { SYNAPSE_HOME: empty } });
  expect(result).toMatchObject({ code: 0, stdout: 'words\n', stderr: '' });
  expect(existsSync(empty)).toBe(false);
});

test.runIf(installed('zsh'))('zsh completes commands, options and agents', () => {
  expect(zshCompletes('synapse li')).toContain('synapse list');
  expect(zshCompletes('synapse send wor')).toContain('send worker-a');
  expect(zshCompletes('synapse tasks wait --w')).toContain('wait --wait');
  expect(zshCompletes('synapse send x --until=ty')).toContain('--until=typed');
});

test.runIf(installed('fish'))('fish completes commands, options and agents', () => {
  expect(fishCompletes('synapse li')).toContain('list');
  expect(fishCompletes('synapse send wor')).toContain('worker-a');
  expect(fishCompletes('synapse tasks ')).toEqual(expect.arrayContaining(['list', 'wait', 'cancel']));
  expect(fishCompletes('synapse send x --until ty')).toContain('typed');
  expect(fishCompletes('synapse list --wa')).toContain('--watch');
});

test('an unknown shell is refused by name', async () => {
  expect(await home.run(['completion', 'zhs'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('hint: synapse completion zsh'),
  });
});

describe('ids', () => {
  let work = '';
  let sent = '';

  beforeAll(async () => {
    await succeed('project', 'create', 'shop', '--dir', home.dir);
    work = await succeed('work', 'create', 'Fix: the\nlogin $(touch hacked)', '--project', 'shop');
    sent = await succeed('send', 'worker-a', 'hello\tthere', '--response', '--no-wait', '--quiet');
  });

  test('bash completes them', () => {
    expect(bashCompletes('synapse work show tsk')).toEqual([work]);
    expect(bashCompletes('synapse work create x --parent ')).toEqual([work]);
    expect(bashCompletes('synapse show ')).toEqual([sent]);
    expect(bashCompletes(`synapse reply --from worker-a --to ${sent.slice(0, 4)}`)).toEqual([sent]);
    expect(bashCompletes('synapse project show ')).toEqual(['shop']);
    expect(bashCompletes('synapse tool get_next_')).toContain('get_next_action');
  });

  test('their descriptions are one line each', async () => {
    expect(await succeed('__complete', 'work', 'show', '')).toBe(
      `words\n${work}\ttodo, Fix: the login $(touch hacked)`,
    );
    expect(await succeed('__complete', 'show', '')).toMatch(
      new RegExp(`^words\\n${sent}\\t\\w+, to worker-a, hello there$`),
    );
  });

  test.runIf(installed('zsh'))('zsh completes them', () => {
    expect(zshCompletes('synapse work show tsk')).toContain(`work show ${work}`);
  });

  test.runIf(installed('fish'))('fish completes them', () => {
    expect(fishCompletes('synapse work show tsk')).toEqual([work]);
    expect(fishCompletes('synapse show ')).toEqual([sent]);
  });

  test('a daemon that hangs is given up, and one that does not run is not started', async () => {
    const { agents } = JSON.parse(await succeed('list', '--json')) as { agents: { kind: string; pid: number }[] };
    const { pid } = agents.find(({ kind }) => kind === 'human') ?? expect.fail('nobody is there');
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await home.run(['__complete', 'show', ''])).toMatchObject({ code: 0, stdout: 'words\n', stderr: '' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await succeed('__complete', 'show', '')).toContain(sent);
    await succeed('stop', '--all');
    expect((await home.run(['__complete', 'show', ''])).stdout).toMatch(
      new RegExp(`^words\\n${sent}\\t\\w+, to worker-a, hello there\\n$`),
    );
    expect(await succeed('__complete', 'work', 'show', 'tsk')).toBe(
      `words\n${work}\ttodo, Fix: the login $(touch hacked)`,
    );
    expect(await succeed('__complete', 'project', 'show', '')).toContain('\nshop\t');
    for (const command of ['conversation', 'execution'])
      expect(await succeed('__complete', command, command === 'execution' ? 'log' : 'show', '')).toBe('words');
    expect(JSON.parse(await succeed('list', '--json')).agents).toEqual([]);
  });
});

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await home.run(words);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

function environment(): NodeJS.ProcessEnv {
  return home.environment({ PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}` });
}

function bashCompletes(line: string): string[] {
  const script = `
    source "$1"
    COMP_LINE=$2 COMP_POINT=\${#2}
    read -ra COMP_WORDS <<<"$2"
    [[ $2 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _synapse
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const file = join(home.dir, 'completion.bash');
  return lines(
    execFileSync('bash', ['-u', '-c', script, 'bash', file, line], {
      encoding: 'utf8',
      env: environment(),
      cwd: home.dir,
    }),
  );
}

/** Presses Tab in a real zsh, in a pseudo-terminal of its own. The marks are split so that their echo is not them. */
function zshCompletes(line: string): string {
  const script = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=; autoload -Uz compinit && compinit -u -d ${home.dir}/zcompdump; source ${home.dir}/completion.zsh; setopt interactivecomments; print REA''DY"
    zpty -r shell output '*READY*'
    zpty -w -n shell $'${line}\\t'
    zpty -w shell $'\\C-a#\\C-e'
    zpty -w shell "print DO''NE"
    zpty -r shell output '*DONE*'
    print -r -- "$output"`;
  return execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8', env: environment(), timeout: 120_000 });
}

function fishCompletes(line: string): string[] {
  const script = `source ${home.dir}/completion.fish; complete -C '${line}'`;
  const output = execFileSync('fish', ['-N', '-c', script], { encoding: 'utf8', env: environment() });
  return lines(output).map((found) => found.split('\t')[0] ?? '');
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function installed(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}
