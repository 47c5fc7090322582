/** `synapse send` alone: the launcher begins here, and this bundle holds nothing else, since reading more would take longer. */
import { runSend } from '../commands/messages/send.js';
import { sendOptions } from '../spec/send-options.js';
import { runFast } from './fast-run.js';

void runFast({ options: sendOptions, counts: [1, 2], run: runSend }, process.argv.slice(3));
