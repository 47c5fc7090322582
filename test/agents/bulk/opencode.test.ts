/** A thousand messages to the real opencode, counted at its model. */
import { bulk } from './bulk.js';

bulk('opencode');
