/** The ssh that carries a link: how it is started, and what its last words mean. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface SshTarget {
  readonly target: string;
  /** The `synapse` command over there, if it is not on the PATH. */
  readonly command: string | null;
}

/** Asks nothing, because nobody is there to answer; everything else is the user's own configuration. */
const OPTIONS = [
  '-T',
  ...['-o', 'BatchMode=yes'],
  ...['-o', 'ConnectTimeout=15'],
  ...['-o', 'ServerAliveInterval=15'],
  ...['-o', 'ServerAliveCountMax=3'],
  // A link is no way to anything else over there, or back here.
  ...['-o', 'ClearAllForwardings=yes'],
  ...['-o', 'ForwardAgent=no'],
  ...['-o', 'ForwardX11=no'],
  ...['-o', 'ControlPath=none'],
  ...['-o', 'ControlMaster=no'],
];

/** `SYNAPSE_SSH` names another ssh, with options, as GIT_SSH_COMMAND does. */
export function sshArguments({ target, command }: SshTarget, env: NodeJS.ProcessEnv): readonly string[] {
  const words = (env.SYNAPSE_SSH ?? 'ssh').split(/\s+/).filter((word) => word !== '');
  return [...words, ...OPTIONS, '--', target, `${command === null ? 'synapse' : quoted(command)} bridge`];
}

export function startSsh(host: SshTarget, env: NodeJS.ProcessEnv): ChildProcess {
  const [file = 'ssh', ...args] = sshArguments(host, env);
  return spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
}

/** What ssh says when it cannot get there, in our words. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Offending .* key/i,
    'its host key has changed, so ssh refuses it; if that is right, remove the old key with ssh-keygen -R',
  ],
  [
    /Host key verification failed|authenticity of host/i,
    'its host key is not known yet; log in once with ssh to confirm it',
  ],
  [/Permission denied/i, 'ssh has no key that it accepts, or the key needs a passphrase; try ssh, or ssh-add'],
  [/Could not resolve hostname|Name or service not known/i, 'its name cannot be found'],
  [/Connection refused/i, 'nothing answers ssh there'],
  [
    /No route to host|Network is unreachable|timed out|Connection reset|closed by remote host|Broken pipe/i,
    'it cannot be reached over the network',
  ],
  [
    /command not found|not found|No such file or directory/i,
    'synapse is not on its PATH there; name it with --command',
  ],
];

const LONGEST_WORDS = 300;

export function meaningOf(stderr: string, code: number | null): string | null {
  const known = MEANINGS.find(([pattern]) => pattern.test(stderr));
  if (known) return known[1];
  if (code === 127) return 'synapse is not on its PATH there; name it with --command';
  const said = stderr.split('\n').map((line) => line.trim());
  const last = said.findLast((line) => line !== '' && !line.startsWith('Warning:'));
  return last ? last.slice(0, LONGEST_WORDS) : null;
}

/** For the shell over there. A tilde at the beginning keeps its meaning. */
function quoted(command: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(command)) return command;
  return `'${command.replaceAll("'", "'\\''")}'`;
}
