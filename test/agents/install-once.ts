/** Installs all agents before any test runs, so that no test waits for a download. */
import { type AgentName, install, PINS } from './install.js';

export default async function setup(): Promise<void> {
  await Promise.all((Object.keys(PINS) as AgentName[]).map(install));
}
