/** What the answer of a send or a wait tells its reader to do next. */
import type { Say } from '../../i18n.js';
import type { Json } from './mail.js';

export interface Outcome extends Json {
  readonly outcome: string;
  readonly task: OutcomeTask;
  readonly target?: string;
  readonly answer_first?: string | null;
  readonly answer_id?: string;
}

export interface OutcomeTask {
  readonly id: string;
  readonly short_id: string;
  readonly state: string;
  readonly target: { readonly agent_id: string };
}

export function withInstruction(done: Outcome, say: Say): Json {
  const instruction = instructionFor(done, say);
  return instruction === null ? done : { ...done, instruction };
}

function instructionFor({ outcome, task, target = task.target.agent_id, answer_first }: Outcome, say: Say) {
  const facts = { target, task: task.short_id };
  if (answer_first) return say('mcp_answer_first', { target, request: answer_first });
  if (outcome === 'open') return say('mcp_open', facts);
  if (outcome === 'asked') return say('mcp_asked', facts);
  return outcome === 'queued' ? say('mcp_undelivered', facts) : null;
}

/** How a task stands that another daemon owns, by its state. */
export function outcomeOf(state: string): string {
  if (state === 'completed') return 'answered';
  if (state === 'input-required') return 'asked';
  return state === 'submitted' || state === 'working' ? 'open' : 'failed';
}
