/** `synapse notify remove`: forgets a receiver of notices. */
import { synapseHome } from '../../../paths.js';
import { removeReceiver } from '../../../registry/notice-receivers.js';
import { printNote } from '../../print/stdio.js';
import { findReceiver } from './find.js';

export function runNotifyRemove([name = '']: readonly string[]): number {
  const home = synapseHome();
  findReceiver(home, name);
  removeReceiver(home, name);
  printNote(`Removed ${name}.`);
  return 0;
}
