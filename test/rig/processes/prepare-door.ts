/** Prepares the door of Codex, says so, and waits to be killed. */
import { codexAppServer } from '../../../src/channels/codex-app-server/door.js';
import type { StartFacts } from '../../../src/channels/front-door.js';

const facts = JSON.parse(process.argv.at(-1) ?? '') as StartFacts;
void codexAppServer.prepare(facts).then((prepared) => {
  process.stdout.write(`${prepared !== null}\n`);
  setInterval(() => {}, 60_000);
});
