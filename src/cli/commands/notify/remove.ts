/** `synapse notify remove`: forgets a receiver of notices. */
import { synapseHome } from '../../../paths.js';
import { removeReceiver } from '../../../registry/notice-receivers.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { findReceiver } from './find.js';

export function runNotifyRemove([word = '']: readonly string[], { json }: OptionValues<typeof jsonOptions>): number {
  const home = synapseHome();
  const { name } = findReceiver(home, word);
  removeReceiver(home, name);
  if (json) printJson({ receiver: { name, removed: true } });
  else printNote(`Removed ${name}.`);
  return 0;
}
