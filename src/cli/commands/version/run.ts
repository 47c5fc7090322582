/** `synapse version`: prints the version. */
import { VERSION } from '../../../version.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export function runVersion(_args: readonly string[], options: OptionValues<typeof jsonOptions>): number {
  if (options.json) printJson({ version: VERSION });
  else printLine(VERSION);
  return 0;
}
