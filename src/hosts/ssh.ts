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

const NOT_ON_PATH = 'synapse is not on its PATH there; name it with --command';
const FAILED_ITSELF = 255;
const NO_SUCH_COMMAND = 127;

/** What ssh says when it cannot get there, in our words. */
const FROM_SSH: readonly (readonly [RegExp, string])[] = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Offending .* key/i,
    'its host key has changed, so ssh refuses it; if that is right, remove the old key with ssh-keygen -R',
  ],
  [
    /Host key verification failed|authenticity of host/i,
    'its host key is not known yet; log in once with ssh to confirm it',
  ],
  [
    /UNPROTECTED PRIVATE KEY|Bad owner or permissions/i,
    'ssh refuses a file of yours that others can read or change; try ssh to see which',
  ],
  [/Too many authentication failures/i, 'ssh offers it too many keys; set IdentitiesOnly for it in your ssh settings'],
  [
    /Permission denied \(|No more authentication methods/i,
    'ssh has no key that it accepts, or the key needs a passphrase; try ssh, or ssh-add',
  ],
  [
    /Bad configuration option|terminating, \d+ bad configuration|Can't open user config/i,
    'your ssh settings are wrong; try ssh',
  ],
  [/Unable to negotiate|no matching .* found/i, 'its ssh is too old or too new for the ssh here; try ssh to see why'],
  [
    /Could not resolve hostname|Name or service not known|nodename nor servname|name resolution/i,
    'its name cannot be found',
  ],
  [/open failed: administratively prohibited/i, 'the host in between does not let ssh through'],
  [/^usage: ssh|hostname contains invalid characters/im, 'ssh does not understand this target; try ssh with it'],
  [/Connection refused/i, 'nothing answers ssh there'],
  [
    /No route to host|Host is down|Network is unreachable|timed out|not responding|Connection reset|Connection closed|closed by remote host|Broken pipe/i,
    'it cannot be reached over the network',
  ],
];

/** What the shell over there says. */
const FROM_THERE: readonly (readonly [RegExp, string])[] = [
  [/env: .?node.?: No such file/i, 'node is not on its PATH there, which synapse needs'],
  [/Permission denied/i, 'what --command names may not be run there'],
  [/not found|No such file or directory|Unknown command/i, NOT_ON_PATH],
  [/account is (currently )?not available/i, 'this login may not run commands there'],
];

const LONGEST_WORDS = 300;

/** `code` is the end of ssh: its own failure is 255, anything else is the end of the command over there. */
export function meaningOf(stderr: string, code: number | null): string | null {
  const rows = [...FROM_SSH, ...(code === FAILED_ITSELF ? [] : FROM_THERE)];
  const known = rows.find(([pattern]) => pattern.test(stderr));
  if (known) return known[1];
  if (code === NO_SUCH_COMMAND) return NOT_ON_PATH;
  const said = stderr.split('\n').map((line) => line.trim());
  const last = said.findLast((line) => line !== '' && !line.startsWith('Warning:'));
  return last ? last.slice(0, LONGEST_WORDS) : null;
}

/** For the shell over there. A tilde at the beginning keeps its meaning. */
function quoted(command: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(command)) return command;
  return `'${command.replaceAll("'", "'\\''")}'`;
}
