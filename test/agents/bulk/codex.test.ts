/** A thousand messages to the real Codex, counted at its model. */
import { bulk } from './bulk.js';

bulk('codex');
