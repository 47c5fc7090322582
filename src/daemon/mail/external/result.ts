/** Decides what the task of an outside agent means for the task of the agent that asked. */

import { type AnswerKind, textOf as textOfParts } from '../../../a2a/decode.js';
import type { RemoteTask } from '../../../a2a/external/main.js';
import type { TextKey } from '../../../i18n.js';
import type { Part } from '../../../taskstore/message.js';
import type { TaskEvent } from '../../../taskstore/task.js';

/** An answer, a question or a failure for the asker. */
export interface Result {
  readonly kind: AnswerKind;
  readonly event: TaskEvent['type'];
  readonly parts: readonly Part[];
  /** What is said if there is nothing to say. */
  readonly otherwise: TextKey;
}

/** Null while the agent works. */
export function resultOf(remote: RemoteTask): Result | null {
  switch (remote.state) {
    case 'completed':
      return answerWith(answerParts(remote));
    case 'input-required':
      return { kind: 'question', event: 'asked', parts: reasonParts(remote), otherwise: 'external_no_question' };
    case 'failed':
    case 'rejected':
    case 'canceled': {
      const kind = remote.state === 'rejected' ? 'rejection' : 'failure';
      return { kind, event: remote.state, parts: reasonParts(remote), otherwise: 'external_no_reason' };
    }
    default:
      return null;
  }
}

export function answerWith(parts: readonly Part[]): Result {
  return { kind: 'answer', event: 'answered', parts, otherwise: 'external_no_answer' };
}

/** The artifacts are the answer. What the status says comes first, unless the artifacts say it as well. */
function answerParts({ artifacts, said, lastSaid }: RemoteTask): readonly Part[] {
  const made = artifacts.flatMap(({ parts }) => parts);
  if (made.length === 0) return said.length > 0 ? said : lastSaid;
  const status = textOfParts(said).trim();
  return status === '' || textOfParts(made).includes(status) ? made : [...said, ...made];
}

function reasonParts({ said, artifacts, lastSaid }: RemoteTask): readonly Part[] {
  if (said.length > 0) return said;
  const made = artifacts.flatMap(({ parts }) => parts);
  return made.length > 0 ? made : lastSaid;
}
