/** Arguments that several commands take. */
import type { ArgumentSpec } from './command.js';

export const agent: ArgumentSpec = {
  usage: '<agent>',
  description: 'A name, an id, the beginning of an id, type-port, or a type',
  completes: 'agent',
};

export const message: ArgumentSpec = { usage: '[message]', description: 'The text, or - to read it from stdin' };

export const taskId: ArgumentSpec = {
  usage: '<id>',
  description: 'The id of a task or message, or at least its first 4 characters',
  completes: 'task',
};

export const commandWords: ArgumentSpec = {
  usage: '[command...]',
  description: 'After --: the program and its arguments',
  completes: 'command',
};

export const program: readonly ArgumentSpec[] = [
  { usage: '<profile>', description: 'shell, or any profile that `synapse profiles` lists', completes: 'profile' },
  commandWords,
];
