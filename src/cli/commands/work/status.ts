/** `synapse work status`: changes the status of a work task. */
import type { OptionValues } from '../../spec/option.js';
import { changeWork } from './change.js';
import type { workReasonOptions } from './spec.js';

export function runWorkStatus(
  [id, status]: readonly string[],
  options: OptionValues<typeof workReasonOptions>,
): Promise<number> {
  return changeWork(id, 'status', { status, reason: options.reason }, options);
}
