/** `synapse up`: declares and starts a whole team from one file. */

import { SynapseError } from '../../../errors.js';
import { languageOf } from '../../../i18n/language.js';
import { keepEnvironment } from '../../../launch/project-environment.js';
import { askTeam } from '../../client/ask-team.js';
import { registryHere } from '../../client/find-agent.js';
import { onInterrupt } from '../../entry/interrupt.js';
import { report } from '../../entry/report.js';
import { type Cell, type Colors, colorsFor, table } from '../../print/output.js';
import { printJson, printLine, printNote, said } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { type Run, runTeam } from '../../up/run-team.js';
import { readTeamFile } from '../../up/team-file/read-team-file.js';
import type { FileAgent, TeamFile } from '../../up/team-file/team-file.js';
import { withTeamLock } from '../../up/team-lock.js';
import { useStore } from '../../up/use-store.js';
import { offerToBeOfTeam } from './person.js';
import type { upOptions } from './spec.js';

interface Change {
  readonly id: string;
  readonly change: 'created' | 'changed' | 'unchanged' | 'left';
  readonly fields: readonly string[];
  readonly released?: number;
  readonly elsewhere?: true;
}

interface Declared {
  readonly project: Change;
  readonly agents: readonly Change[];
}

interface Line extends Change {
  readonly run: Run;
}

export async function runUp(_args: readonly string[], options: OptionValues<typeof upOptions>): Promise<number> {
  const registry = await registryHere();
  const file = await readTeamFile(options.file, registry);
  const team = options.auto === false ? withoutAuto(file) : file;
  onInterrupt('Interrupted. To continue: synapse up. To stop what has started: synapse down.');
  await useStore(registry.home, team.project.store);
  const { declared, lines } = await withTeamLock(registry.home, team.project.id, async () => {
    const declared = await declare(team);
    keepEnvironment(registry.home, team.project.id, process.env);
    const left = declared.agents.filter(({ change }) => change === 'left').map(({ id }) => id);
    const elsewhere = new Set(declared.agents.filter((agent) => agent.elsewhere).map(({ id }) => id));
    const here = { ...team, agents: team.agents.filter(({ id }) => !elsewhere.has(id)) };
    const runs = await runTeam(registry, here, left);
    for (const id of elsewhere) runs.set(id, { outcome: 'elsewhere', port: null, error: null });
    // Only now may work start sessions; earlier, it could be faster than the terminals started here.
    await askTeam({ path: `/projects/${encodeURIComponent(team.project.id)}/status`, body: { status: 'active' } });
    return { declared, lines: declared.agents.map((agent) => ({ ...agent, run: runs.get(agent.id) as Run })) };
  });
  if (options.json) printJson(asJson(declared.project, lines));
  else await print(team, declared.project, lines);
  await offerToBeOfTeam(team);
  return lines.some(({ run }) => run.error) ? 1 : 0;
}

function withoutAuto(team: TeamFile): TeamFile {
  return { ...team, agents: team.agents.map((agent) => (agent.kind === 'ai' ? { ...agent, auto: [] } : agent)) };
}

function declare({ file, project, agents }: TeamFile): Promise<Declared> {
  const { id, name, dir, requireConversations: require_conversations } = project;
  const body = { name, dir, file, agents, require_conversations };
  return askTeam({ path: `/projects/${encodeURIComponent(id)}/declare`, body });
}

const NO_CHANGE: readonly Run['outcome'][] = ['running', 'on-demand', 'person', 'gone', 'elsewhere'];

function isUnchanged({ change, run }: Line): boolean {
  return change === 'unchanged' && NO_CHANGE.includes(run.outcome);
}

function asJson(project: Change, lines: readonly Line[]): Record<string, unknown> {
  const ids = (fits: (line: Line) => boolean) => lines.filter(fits).map(({ id }) => id);
  return {
    project,
    agents: lines.map(({ run, ...change }) => ({
      ...change,
      run: run.outcome,
      port: run.port,
      error: run.error ? run.error.toBody() : null,
    })),
    created: ids(({ change }) => change === 'created'),
    changed: ids(({ change }) => change === 'changed'),
    left: ids(({ change }) => change === 'left'),
    started: ids(({ run }) => run.outcome === 'started'),
    restarted: ids(({ run }) => run.outcome === 'restarted'),
    stopped: ids(({ run }) => run.outcome === 'stopped'),
    failed: ids(({ run }) => run.outcome === 'failed'),
    unchanged: ids(isUnchanged),
  };
}

async function print(team: TeamFile, project: Change, lines: readonly Line[]): Promise<void> {
  const colors = await colorsFor(process.stdout);
  const kinds = new Map(team.agents.map((agent) => [agent.id, agent]));
  const rows = lines.map((line) => rowOf(line, kinds.get(line.id), colors));
  if (rows.length > 0) printLine(table(['AGENT', 'DECLARED', 'NOW'], rows, colors));
  for (const { id, run } of lines)
    if (run.error) report(about(id, run.error.in(languageOf(process.env))), { json: false });
  printNote(summary(team, project, lines));
}

function about(id: string, { code, details, message, hint }: SynapseError): SynapseError {
  return new SynapseError(code, details, { message: `${id}: ${message}`, hint });
}

function rowOf(line: Line, agent: FileAgent | undefined, colors: Colors): readonly Cell[] {
  const { id, change, fields, run } = line;
  const isNews = !isUnchanged(line);
  return [
    { text: id, paint: colors.bold },
    {
      text: change === 'changed' ? `changed: ${fields.join(', ')}` : change,
      ...(isNews ? {} : { paint: colors.dim }),
    },
    { text: said(nowOf(line, agent)), paint: run.error ? colors.red : isNews ? colors.green : colors.dim },
  ];
}

function nowOf({ run, change, released = 0 }: Line, agent: FileAgent | undefined): string {
  const left = released === 0 ? '' : `; unassigned its open work tasks (${released})`;
  if (change === 'left') return `${run.outcome === 'gone' ? 'was not running' : run.outcome}${left}`;
  switch (run.outcome) {
    case 'started':
    case 'restarted':
      return `${run.outcome} on port ${run.port}`;
    case 'running':
      return run.port === null ? 'running' : `running on port ${run.port}`;
    case 'on-demand':
      return agent?.auto.length === 0 ? 'not running' : 'starts when there is work';
    case 'stopped':
      return agent?.auto.length === 0 ? 'stopped' : 'stopped; starts when there is work';
    case 'person':
      return 'a person';
    case 'elsewhere':
      return agent?.host == null ? 'starts on the host that declared it' : `starts on ${agent.host}`;
    default:
      return run.outcome;
  }
}

function summary({ project }: TeamFile, { change, fields }: Change, lines: readonly Line[]): string {
  const failed = lines.filter(({ run }) => run.error).length;
  if (failed > 0) return `${project.id}: ${failed} of ${lines.length} could not be started. To try again: synapse up`;
  if (change === 'unchanged' && lines.every(isUnchanged)) return `${project.id} is up to date.`;
  const news = change === 'changed' ? ` (changed: ${fields.join(', ')})` : change === 'created' ? ' (new)' : '';
  return `Started ${project.id}${news}. To watch it: synapse list --watch`;
}
