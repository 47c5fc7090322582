/** Processes on Linux, read from /proc. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { isInForeground, terminalReaders } from './linux-terminal.js';
import { INSTANCE_VARIABLE, type ProcessFacts, type ProcessRow } from './process-facts.js';

const O_CLOEXEC = 0o2000000;

export const linux: ProcessFacts = {
  startTimeOf: (pid) => readStat(pid)?.startTime ?? null,
  parentLookup: () => (pid) => readStat(pid)?.parent,
  list: () => linuxPids().flatMap((pid) => readStat(pid) ?? []),
  withEnvironment: (name, values) => {
    const wanted = values.map((value) => `\0${name}=${value}\0`);
    const hasOne = (pid: number) => {
      const environment = `\0${readOrEmpty(`/proc/${pid}/environ`)}`;
      return wanted.some((each) => environment.includes(each));
    };
    return linuxPids().filter((pid) => hasOne(pid) && readStat(pid) !== null);
  },
  inheritableDescriptors: () =>
    readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => {
        const flags = /^flags:\s*([0-7]+)/m.exec(readOrEmpty(`/proc/self/fdinfo/${fd}`))?.[1];
        return fd > 2 && flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
      }),
  descriptorPath: (pid, fd) => `/proc/${pid}/fd/${fd}`,
  terminalReaders,
  isInForeground: () => isInForeground(process.pid),
  // A look costs little here, so every answer is a new one.
  lookAtTerminals: () => Promise.resolve(),
  sttyOf: (path) => ['-F', path],
  notesReads: true,
  isCommandLineText: () => isUtf8(readFileSync('/proc/self/cmdline')),
  // After the last ") " of a stat line come state, parent, group, session … and, as the 20th field, the start time.
  shellFunctions: `
list() {
  boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)
  fields='[^ZX] \\([0-9]*\\) [0-9-]* \\([0-9-]*\\)\\( [^ ]*\\)\\{15\\} \\([0-9]*\\) '
  rows=$(set +f; sed -n "s|^\\([0-9]*\\) (.*) $fields.*|\\1/\\2/\\3/$boot:\\5|p" /proc/[0-9]*/stat 2>/dev/null)
}
marked() {
  for file in $(set +f; grep -l "${INSTANCE_VARIABLE}=$instance" /proc/[0-9]*/environ 2>/dev/null); do
    file=\${file#/proc/}
    echo "\${file%/environ}"
  done
}`,
};

function linuxPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** The name in a stat line may contain spaces, brackets and newlines. The fields begin after the last bracket. */
function readStat(pid: number): ProcessRow | null {
  const line = readOrEmpty(`/proc/${pid}/stat`);
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  if (line === '' || state === 'Z' || state === 'X') return null;
  return { pid, parent: Number(parent), session: Number(session), startTime: `${bootId()}:${fields[19]}` };
}

let knownBootId: string | undefined;

/** Start times count from the last boot, so the same number can occur again after the next boot. */
function bootId(): string {
  knownBootId ??= readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
  return knownBootId;
}

/** As UTF-8, which Node reads in one call. Bytes that are none become U+FFFD, and everything around them stays. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
