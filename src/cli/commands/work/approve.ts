/** `synapse work approve`: approves a work task that an agent asked for. */
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { changeWork } from './change.js';

export function runWorkApprove([id]: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  return changeWork(id, 'approve', {}, options);
}
