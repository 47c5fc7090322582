/** Runs `synapse send`, the command that is typed most: its bundle holds nothing else, because reading more takes longer. */
import { send } from '../commands/send/spec.js';
import { runQuickly } from './run-quickly.js';

void runQuickly(send, process.argv.slice(3));
