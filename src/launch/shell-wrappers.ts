/** What is known about programs that run another program, or that open a shell when they are not told which. */
import { splitWords } from '../profiles/split-words.js';

/** How to find the command of a wrapper: its options that take a value, and how many words come before the command. */
interface Wrapper {
  readonly valued?: string;
  readonly words?: number;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: '-u --unset -C --chdir' },
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n -p' },
  timeout: { valued: '-k --kill-after -s --signal', words: 1 },
  stdbuf: { valued: '-i -o -e' },
  exec: { valued: '-a' },
  taskset: { words: 1 },
  chrt: { words: 1 },
  flock: { valued: '-w -E', words: 1 },
  faketime: { words: 1 },
  strace: { valued: '-e -o -s -a' },
  ltrace: { valued: '-e -o -s -a' },
  'systemd-run': { valued: '-p -u -E --unit --property --setenv' },
  ...Object.fromEntries(
    `nohup setsid time command builtin busybox toybox setpriv unbuffer rlwrap caffeinate dbus-run-session dbus-launch
     firejail proxychains proxychains4 torsocks xvfb-run ssh-agent watch catchsegv`
      .split(/\s+/)
      .map((name) => [name, {}]),
  ),
};

/** The command that a wrapper runs, or null if this is not a wrapper. */
export function withoutWrapper(name: string, args: readonly string[]): readonly string[] | null {
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (!wrapper) return null;
  const words = name === 'env' ? splitOption(args) : args;
  return commandAfter(words, wrapper);
}

type IsShell = (command: readonly string[]) => boolean;

/** Whether the program opens a shell with these arguments, or runs one that they name. */
export function opensShell(name: string, args: readonly string[], isShell: IsShell): boolean {
  return Object.hasOwn(OPENERS, name) ? (OPENERS[name]?.(args, isShell) ?? false) : false;
}

const SUDO: Wrapper = { valued: '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot' };
const SSH: Wrapper = { valued: '-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w', words: 1 };

const OPENERS: Readonly<Record<string, (args: readonly string[], isShell: IsShell) => boolean>> = {
  sudo: withLogin(SUDO),
  doas: withLogin({ valued: '-u -C' }),
  chroot: namedOrShell({ words: 1 }),
  unshare: namedOrShell({}),
  nsenter: namedOrShell({ valued: '-t --target -S -G' }),
  ssh: namedOrShell(SSH),
  mosh: namedOrShell(SSH),
  su: withCommand,
  runuser: (args, isShell) => {
    const user = args.findIndex((word) => word === '-u' || word === '--user');
    return user < 0 ? withCommand(args, isShell) : namedOrShell({})(args.slice(user + 2), isShell);
  },
  // On macOS, the command follows the file.
  script: (args, isShell) => (namesCommand(args) ? withCommand : namedOrShell({ words: 1 }))(args, isShell),
  'nix-shell': withCommand,
  nix: (args, isShell) => ['develop', 'shell'].includes(args[0] ?? '') && withCommand(args, isShell),
  ...Object.fromEntries('tmux screen byobu zellij login newgrp'.split(' ').map((name) => [name, () => true])),
  ...Object.fromEntries('poetry pipenv hatch devbox'.split(' ').map((name) => [name, ([first]) => first === 'shell'])),
  // Their options differ too much: any end of the words that would be a shell is one.
  ...Object.fromEntries(
    'docker podman nerdctl kubectl oc lxc incus machinectl flatpak distrobox toolbox'
      .split(' ')
      .map((name) => [name, (args, isShell) => args.some((_, index) => isShell(args.slice(index)))]),
  ),
};

/** Opens a shell if no command is named. */
function namedOrShell(wrapper: Wrapper) {
  return (args: readonly string[], isShell: IsShell) => {
    const command = commandAfter(args, wrapper);
    return command.length === 0 || isShell(command);
  };
}

/** `sudo -i` and `sudo -s` open a shell if no command is named. */
function withLogin(wrapper: Wrapper) {
  return (args: readonly string[], isShell: IsShell) => {
    const command = commandAfter(args, wrapper);
    const options = args.slice(0, args.length - command.length);
    if (command.length > 0) return isShell(command);
    return options.some((word) => /^-[A-Za-z]*[is]/.test(word) || word === '--login' || word === '--shell');
  };
}

/** Opens a shell unless an option names a command: as a text for a shell, or as the remaining words. */
function withCommand(args: readonly string[], isShell: IsShell): boolean {
  if (!namesCommand(args)) return true;
  const at = args.findIndex((word) => COMMAND_OPTION.test(word));
  const [, joined] = COMMAND_OPTION.exec(args[at] ?? '') ?? [];
  const command = joined === undefined ? args.slice(at + 1) : [joined];
  return isShell(['sh', '-c', command[0] ?? '']) || isShell(command);
}

function namesCommand(args: readonly string[]): boolean {
  return args.some((word) => COMMAND_OPTION.test(word));
}

/** With or without the command in the same word. */
const COMMAND_OPTION = /^(?:-[A-Za-z]*c|--|--(?:command|run|session-command)(?:=(.*))?)$/s;

function commandAfter(args: readonly string[], { valued = '', words = 0 }: Wrapper): readonly string[] {
  const takesValue = new Set(valued.split(' '));
  let left = words;
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') return args.slice(index + 1 + left);
    if (takesValue.has(word)) index++;
    else if (isOption(word)) continue;
    else if (left-- <= 0) break;
  }
  return args.slice(index);
}

/** An option, or a variable of `env`. */
function isOption(word: string): boolean {
  return word.startsWith('-') || /^[A-Za-z_]\w*=/.test(word);
}

/** `env -S 'bash -i'` splits its argument itself. */
function splitOption(args: readonly string[]): readonly string[] {
  const at = args.findIndex((word) => word === '-S' || word === '--split-string');
  return at < 0 ? args : [...(splitWords(args[at + 1] ?? '') ?? []), ...args.slice(at + 2)];
}
