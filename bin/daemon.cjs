'use strict';
// A daemon, which `synapse start` runs in the background (src/launch/launch-daemon.ts).
require('./synapse')('daemon.cjs');
