/** Checks the machine: Node, the libraries with native code, the home, and the PATH. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { SynapseError } from '../../../errors.js';
import { socketPath } from '../../../paths.js';
import type { Registry } from '../../../registry/registry.js';
import { VERSION } from '../../../version.js';
import { type Finding, firstLine, ok, problem, warning } from './finding.js';

const MIN_NODE: readonly [number, number] = [20, 18];
const LOW_SPACE_BYTES = 100 * 1024 * 1024;
const REINSTALL = 'Install Synapse again with the Node you use now (in a clone: npm ci).';

export function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  const sentence = `${process.versions.node} on ${process.platform} ${process.arch}, Synapse ${VERSION}`;
  return [isEnough ? ok('node', sentence) : problem('node', sentence, `Install Node ${MIN_NODE.join('.')} or newer.`)];
}

export async function checkStoreEngine(): Promise<Finding[]> {
  const dir = mkdtempSync(join(tmpdir(), 'synapse-doctor-'));
  try {
    const { Database } = await import('../../../taskstore/database.js');
    new Database({ path: join(dir, 'probe.db'), agent: 'doctor' }).close();
    return [ok('store engine', 'better-sqlite3 opens a file')];
  } catch (error) {
    return [problem('store engine', `better-sqlite3 does not work: ${firstLine(error)}`, REINSTALL)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function checkTerminalEngine(): Promise<Finding[]> {
  try {
    await import('../../../terminal/program/pty.js');
    return [ok('terminal engine', 'node-pty loads')];
  } catch (error) {
    return [problem('terminal engine', `node-pty does not load: ${firstLine(error)}`, REINSTALL)];
  }
}

export function checkHome({ home }: Registry): Finding[] {
  if (!existsSync(home)) return checkFutureHome(home);
  try {
    if (!statSync(home).isDirectory()) throw new Error('it is not a folder');
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [problem('home', `cannot write to ${home}: ${firstLine(error)}`, 'Make it writable, or set SYNAPSE_HOME.')];
  }
  const findings: Finding[] = [];
  const { mode, uid } = statSync(home);
  if (process.getuid && uid !== process.getuid()) {
    findings.push(problem('home', `${home} belongs to another user`, 'Set SYNAPSE_HOME to a folder of your own.'));
  }
  if (mode & 0o077) findings.push(warning('home', `other users can read ${home}`, `chmod 700 ${home}`));
  const { bavail, bsize } = statfsSync(home);
  if (bavail * bsize < LOW_SPACE_BYTES) {
    findings.push(
      warning('home', 'less than 100 MiB free on its disk', 'Free some space, for example with: synapse prune'),
    );
  }
  return findings.length > 0 ? findings : [ok('home', home)];
}

/** Tries in the folder above it, because permissions do not tell everything. */
function checkFutureHome(home: string): Finding[] {
  let above = dirname(home);
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above);
  try {
    rmSync(mkdtempSync(join(above, '.synapse-doctor-')), { recursive: true, force: true });
    return [ok('home', `${home} will be created by the first start`)];
  } catch (error) {
    return [problem('home', `cannot create ${home}: ${firstLine(error)}`, 'Set SYNAPSE_HOME to a folder of your own.')];
  }
}

export function checkSocketPath({ home }: Registry): Finding[] {
  try {
    return [ok('sockets', `paths are short enough: ${socketPath(home, 'a')}`)];
  } catch (error) {
    return [problem('sockets', firstLine(error), (error as SynapseError).hint)];
  }
}

export function checkPath(): Finding[] {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  const found = dirs.map((dir) => join(dir, 'synapse')).find((file) => existsSync(file));
  if (found) return [ok('PATH', `synapse is ${found}`)];
  const remedy = 'Install it with `npm install -g`, or add its bin folder to PATH. Agents find it either way.';
  return [warning('PATH', 'the command synapse is not on your PATH', remedy)];
}
