/** `synapse completion`: prints the completion script of a shell. */
import { SynapseError } from '../../../errors.js';
import { nearest } from '../../../nearest.js';
import { COMPLETION_SCRIPTS } from '../../completion/scripts.js';

export function runCompletion([shell = '']: readonly string[]): number {
  const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined;
  if (script === undefined) throw unknownShell(shell);
  process.stdout.write(script);
  return 0;
}

function unknownShell(shell: string): SynapseError {
  const near = nearest(shell, Object.keys(COMPLETION_SCRIPTS)) ?? 'bash';
  const reason = `There is no completion for "${shell}": use bash, zsh or fish.`;
  return new SynapseError('invalid_request', { reason }, { hint: `synapse completion ${near}` });
}
