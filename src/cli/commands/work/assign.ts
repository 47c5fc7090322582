/** `synapse work assign`: assigns a work task to an agent, or to nobody. */
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { changeWork } from './change.js';

export function runWorkAssign(
  [id, agent]: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  return changeWork(id, 'assign', { assignee: agent ?? null }, options);
}
