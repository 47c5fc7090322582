/** `synapse ask`: sends a question and waits for the reply. */
import type { OptionValues } from '../../spec/option.js';
import { runSend } from '../send/run.js';
import type { askOptions } from './spec.js';

export function runAsk(args: readonly string[], options: OptionValues<typeof askOptions>): Promise<number> {
  return runSend(args, { ...options, response: true });
}
