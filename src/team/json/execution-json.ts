/** Executions and their logs in JSON. */
import { toIso } from '../../clock.js';
import { type LogPart, type LogRange, placeOf } from '../executions/execution-log.js';
import type { Execution, ExecutionView } from '../executions/executions.js';
import { isoOrNull, type Json } from './json.js';

export function executionJson({ id, taskId, taskTitle, status, hasLog, ...times }: ExecutionView): Json {
  const { startedAt, completedAt, exitCode } = times;
  return {
    execution_id: id,
    task_id: taskId,
    task_title: taskTitle,
    status,
    started_at: toIso(startedAt),
    completed_at: isoOrNull(completedAt),
    duration_seconds: completedAt === null ? null : Math.round((completedAt - startedAt) / 1000),
    exit_code: exitCode,
    has_log: hasLog,
  };
}

/** With the agent it belongs to, for people. */
export function fullExecutionJson(execution: ExecutionView): Json {
  return { ...executionJson(execution), project_id: execution.projectId, agent_id: execution.agentId };
}

export function executionLogJson({ id, taskId, status, logFile }: Execution, log: LogPart, range: LogRange) {
  const { firstLine, nextOffset, isMore } = placeOf(log, range);
  return {
    execution_id: id,
    task_id: taskId,
    status,
    log_file_path: logFile,
    log_content: log.lines,
    first_line: firstLine,
    total_lines: log.totalLines,
    returned_lines: log.lines.length,
    truncated: isMore,
    next_offset: nextOffset,
  };
}
