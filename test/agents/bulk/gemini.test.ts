/** A thousand messages to the real Gemini CLI, counted at its model. */
import { bulk } from './bulk.js';

bulk('gemini');
