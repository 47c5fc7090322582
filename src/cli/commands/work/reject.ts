/** `synapse work reject`: rejects a work task that an agent asked for. */
import type { OptionValues } from '../../spec/option.js';
import { changeWork } from './change.js';
import type { workReasonOptions } from './spec.js';

export function runWorkReject(
  [id]: readonly string[],
  options: OptionValues<typeof workReasonOptions>,
): Promise<number> {
  return changeWork(id, 'reject', { reason: options.reason }, options);
}
