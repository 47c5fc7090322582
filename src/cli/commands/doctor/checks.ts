/** The checks of `synapse doctor`: each returns its findings, with a remedy for everything that is not in order. */

import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { SynapseError } from '../../../errors.js';
import { agentPaths, socketPath, teamPlacesDir } from '../../../paths.js';
import { loadProfiles } from '../../../profiles/load-profile.js';
import { isOnPath } from '../../../profiles/on-path.js';
import { isRunning } from '../../../registry/entry.js';
import { isKept, listHosts, readLink } from '../../../registry/hosts/hosts.js';
import type { Registry } from '../../../registry/registry.js';
import { hasTeam, isServer, teamPlace } from '../../../registry/team-place.js';
import { VERSION } from '../../../version.js';
import { type RunningAgent, versionNote } from '../../client/find-agent.js';
import { waitingWork } from '../../client/team-view-in-store.js';
import { untriedNote } from '../../print/untried-note.js';
import { describeWaiting, isStuck, remedyFor } from '../../print/waiting-work.js';
import { checkNotices } from './notices-check.js';
import { checkServing } from './serving-check.js';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly subject: string;
  readonly sentence: string;
  readonly remedy: string | null;
}

type Check = (registry: Registry) => readonly Finding[] | Promise<readonly Finding[]>;

export const CHECKS: readonly Check[] = [
  checkNode,
  checkStoreEngine,
  checkTerminalEngine,
  checkHome,
  checkSocketPath,
  checkPath,
  checkRegistry,
  checkAgents,
  checkStores,
  checkTeamStore,
  checkProfiles,
  checkHosts,
  checkServing,
  checkWaiting,
  checkNotices,
];

const MIN_NODE: readonly [number, number] = [20, 18];
const LOW_SPACE_BYTES = 100 * 1024 * 1024;
const ANSWER_MS = 2_000;
const REINSTALL = 'Install Synapse again with the Node you use now (in a clone: npm ci).';

const ok = (subject: string, sentence: string): Finding => ({ level: 'ok', subject, sentence, remedy: null });
const warning = (subject: string, sentence: string, remedy: string): Finding => ({
  level: 'warning',
  subject,
  sentence,
  remedy,
});
const problem = (subject: string, sentence: string, remedy: string | null): Finding => ({
  level: 'problem',
  subject,
  sentence,
  remedy,
});

function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  const sentence = `${process.versions.node} on ${process.platform} ${process.arch}, Synapse ${VERSION}`;
  return [isEnough ? ok('node', sentence) : problem('node', sentence, `Install Node ${MIN_NODE.join('.')} or newer.`)];
}

async function checkStoreEngine(): Promise<Finding[]> {
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

async function checkTerminalEngine(): Promise<Finding[]> {
  try {
    await import('../../../terminal/program/pty.js');
    return [ok('terminal engine', 'node-pty loads')];
  } catch (error) {
    return [problem('terminal engine', `node-pty does not load: ${firstLine(error)}`, REINSTALL)];
  }
}

function checkHome({ home }: Registry): Finding[] {
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

/** Nothing is said where there are no other hosts. */
function checkHosts({ home }: Registry): Finding[] {
  return listHosts(home).map(({ name, target }) => {
    const link = readLink(home, name);
    const isUp = link?.state === 'up' && isKept(link);
    if (isUp) return ok(`host ${name}`, `linked, Synapse ${link.version}, ${link.agents.length} agents`);
    const reason = link && isKept(link) ? link.reason : 'the daemon that keeps the link is not running';
    const remedy = target === null ? `Messages wait until ${name} links again.` : `synapse host check ${name}`;
    return warning(`host ${name}`, `there is no link: ${reason ?? 'no reason given'}`, remedy);
  });
}

function checkSocketPath({ home }: Registry): Finding[] {
  try {
    return [ok('sockets', `paths are short enough: ${socketPath(home, 'a')}`)];
  } catch (error) {
    return [problem('sockets', firstLine(error), (error as SynapseError).hint)];
  }
}

function checkPath(): Finding[] {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  const found = dirs.map((dir) => join(dir, 'synapse')).find((file) => existsSync(file));
  if (found) return [ok('PATH', `synapse is ${found}`)];
  const remedy = 'Install it with `npm install -g`, or add its bin folder to PATH. Agents find it either way.';
  return [warning('PATH', 'the command synapse is not on your PATH', remedy)];
}

function checkRegistry(registry: Registry): Finding[] {
  const problems = registry.problems();
  if (problems.length === 0) return [ok('registry', describeAgents(registry.list().length))];
  return problems.map(({ file, reason }) =>
    problem(
      'registry',
      `cannot read ${file}: ${reason}`,
      'Move the file away; the agent writes a new one when it starts.',
    ),
  );
}

function describeAgents(count: number): string {
  return count === 1 ? '1 agent' : `${count} agents`;
}

async function checkAgents(registry: Registry): Promise<Finding[]> {
  const agents = registry.list();
  const dead = agents.filter((agent) => agent.status === 'dead');
  const findings = dead.map(({ id }) =>
    warning(id, 'its daemon died', `Start it again, or clean up: synapse stop ${id}`),
  );
  const running = await Promise.all(agents.filter(isRunning).map((agent) => checkRunning(registry, agent)));
  return [...findings, ...running.flat()];
}

async function checkRunning(registry: Registry, agent: RunningAgent): Promise<readonly Finding[]> {
  const { callDaemon } = await import('../../../a2a/local.js');
  try {
    await callDaemon({ id: agent.id, socket: agent.live.socket }, registry.home, {
      path: '/status',
      timeoutMs: ANSWER_MS,
    });
  } catch (error) {
    return [
      problem(agent.id, firstLine(error), `synapse logs ${agent.id} --daemon, then synapse stop ${agent.id} --force`),
    ];
  }
  const troubles = [...channelTroubles(agent), ...versionTroubles(agent)];
  return troubles.length > 0 ? troubles : [ok(agent.id, `responding, ${agent.status}`)];
}

/** Mail that waits for long, and the channels that were given up during this run. */
function channelTroubles({ id, live: { longHeld, degraded = [] } }: RunningAgent): Finding[] {
  const remedy = `Messages take another way. To try it again: synapse stop ${id}, then start it again`;
  const unused = degraded.map(({ channel, why }) => warning(id, `the channel ${channel} is not used: ${why}`, remedy));
  if (!longHeld) return unused;
  const screen = longHeld.screen.length > 0 ? ` Its screen ends with: ${longHeld.screen.join(' | ')}` : '';
  const sentence = `messages held for over a minute: ${longHeld.count} (${longHeld.reason}).${screen}`;
  return [warning(id, sentence, `synapse attach ${id}`), ...unused];
}

/** A daemon of another version of Synapse, and a program that is newer than any that was tried. */
function versionTroubles(agent: RunningAgent): Finding[] {
  const { id, type, live } = agent;
  const again = `synapse stop ${id}, then start it again`;
  const other = live.version === VERSION ? [] : [warning(id, versionNote(agent).replace(/^note: /, ''), again)];
  return live.untried ? [...other, warning(id, untriedNote(live.untried), `synapse profiles test ${type}`)] : other;
}

/** Skips running agents: their stores are in use, and their daemons would report a problem. */
async function checkStores(registry: Registry): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const agent of registry.list().filter((candidate) => !isRunning(candidate))) {
    const path = agentPaths(registry.home, agent.id).store;
    if (!existsSync(path)) continue;
    try {
      await checkStore(path, agent.id);
    } catch (error) {
      const hint = error instanceof SynapseError ? error.hint : null;
      const remedy = hint ?? `Move ${path} to a safe place and start the agent again.`;
      findings.push(problem(agent.id, `cannot read its store: ${firstLine(error)}`, remedy));
    }
  }
  return findings;
}

async function checkStore(path: string, agent: string): Promise<void> {
  const { Database } = await import('../../../taskstore/database.js');
  const { checkMigrations } = await import('../../../taskstore/migrations.js');
  const store = new Database({ path, agent, readOnly: true });
  try {
    checkMigrations(store);
  } finally {
    store.close();
  }
}

/** A home without projects has no team store. */
async function checkTeamStore({ home }: Registry): Promise<Finding[]> {
  if (!hasTeam(home)) return [];
  const place = teamPlace(home);
  const { inspectTeam } = await import('../../../team/inspect.js');
  try {
    const projects = await inspectTeam(place, { placesDir: teamPlacesDir(home) });
    if (!projects) return [ok('team store', 'the next daemon will migrate it')];
    const troubles = projects.flatMap(({ id, troubles }) => troubles.map((trouble) => chatFinding(id, trouble)));
    return [ok('team store', projects.length === 1 ? '1 project' : `${projects.length} projects`), ...troubles];
  } catch (error) {
    const sentence = `cannot read projects, chat and work tasks: ${firstLine(error)}`;
    const remedy = isServer(place)
      ? 'Messages still work. Check the server and the address; see docs/postgresql.md.'
      : `Messages still work. Run synapse stop --all, move ${place} to a safe place, and restore a backup of it if you have one.`;
    return [problem('team store', sentence, remedy)];
  }
}

function chatFinding(project: string, trouble: string): Finding {
  const remedy = 'Fix that; nothing is lost, and the next message or start completes the files.';
  return warning(`project ${project}`, `cannot write its chat files: ${trouble}`, remedy);
}

async function checkProfiles({ home }: Registry): Promise<Finding[]> {
  const { profiles, problems } = await loadProfiles({ home, cwd: process.cwd() });
  const programs = profiles.flatMap(({ name, command: [file] }) => (file ? [{ name, file }] : []));
  const names = (list: typeof programs) => list.map(({ name }) => name).join(', ') || '-';
  const found = programs.filter(({ file }) => isOnPath(file));
  const missing = programs.filter((program) => !found.includes(program));
  const installed = ok('agents', `installed: ${names(found)}; not installed: ${names(missing)}`);
  if (problems.length === 0) return [ok('profiles', `${profiles.length} profiles`), installed];
  return problems.map((error) =>
    problem('profiles', oneLine(error), 'Fix the file; for an example, run: synapse profiles show shell'),
  );
}

/** The problems of a profile follow on lines of their own. */
function oneLine(error: Error): string {
  return error.message.replace(/\n\s*/g, ' ');
}

/** Finds work that will not start unless a person does something. */
async function checkWaiting(registry: Registry): Promise<Finding[]> {
  const stuck = (await waitingWork(registry)).filter(isStuck);
  return stuck.map((work) => warning(work.agent_id, describeWaiting(work), remedyFor(work)));
}

function firstLine(error: unknown): string {
  return String((error as Error).message ?? error).split('\n')[0] ?? '';
}
