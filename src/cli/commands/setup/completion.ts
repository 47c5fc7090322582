/** `synapse completion`: prints a completion script for a shell, made from the command table. */
import { fail } from '../../../errors.js';
import { nearest } from '../../../nearest.js';
import { bashCompletion } from '../../completion/bash.js';
import { fishCompletion } from '../../completion/fish.js';
import { zshCompletion } from '../../completion/zsh.js';

const SCRIPTS: Readonly<Record<string, () => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function runCompletion(args: readonly string[]): number {
  const shell = args[0] ?? '';
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (!script) {
    const near = nearest(shell, Object.keys(SCRIPTS));
    throw fail('invalid_request', {
      reason: `There is no completion for "${shell}", only for bash, zsh and fish.${near ? ` Did you mean ${near}?` : ''}`,
    });
  }
  process.stdout.write(script());
  return 0;
}
