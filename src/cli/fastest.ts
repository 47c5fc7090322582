/** `synapse send` alone: the launcher begins here, and this bundle holds nothing else, since reading more would take longer. */
import { runSend } from './commands/send.js';
import { runFast } from './fast-run.js';
import { sendOptions } from './send-options.js';

void runFast({ options: sendOptions, counts: [1, 2], run: runSend }, process.argv.slice(3));
