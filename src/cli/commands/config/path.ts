/** `synapse config path`: prints where the settings are. */
import { synapseHome } from '../../../paths.js';
import { configFile } from '../../config/load-settings.js';
import { printLine } from '../../print/stdio.js';

export function runConfigPath(): number {
  printLine(configFile(synapseHome()));
  return 0;
}
