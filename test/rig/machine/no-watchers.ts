/** Commands on a system that gives a user no watchers any more, because other programs have them all. */
import { spawnSync } from 'node:child_process';

const FORBID = ['unshare', '--user', '--map-root-user', 'sh', '-c'];
const NONE_LEFT = 'echo 0 >/proc/sys/user/max_inotify_instances && exec "$@"';

/** Linux only, because the limit is. */
export const canForbidWatchers = works(withoutWatchers(['true']));

function works([file = '', ...args]: readonly string[]): boolean {
  return spawnSync(file, args).status === 0;
}

/** The command line that runs another one without watchers. What it starts has none either. */
export function withoutWatchers(argv: readonly string[]): string[] {
  return [...FORBID, NONE_LEFT, 'sh', ...argv];
}
