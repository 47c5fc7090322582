/** A thousand messages to the real Claude Code, counted at its model. */
import { bulk } from './bulk.js';

bulk('claude');
