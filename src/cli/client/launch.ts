/** How commands start daemons: the same way as daemons start each other. */
export { fingerprintOf, type Launch, launchDaemon } from '../../launch/launch.js';
