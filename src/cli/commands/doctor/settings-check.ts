/** Checks the settings, of which only those that are right are used. */
import type { Registry } from '../../../registry/registry.js';
import { readConfig } from '../../config/config-file.js';
import { type Finding, problem } from './finding.js';

export async function checkSettings({ home }: Registry): Promise<Finding[]> {
  const { problems } = await readConfig(home);
  return problems.map(({ file, line, column, message }) =>
    problem(
      'settings',
      `${file}:${line}:${column}: ${message}`,
      'Fix the file; for every setting, run: synapse config --help',
    ),
  );
}
