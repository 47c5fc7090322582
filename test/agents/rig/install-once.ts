/** Installs all agents before any test runs, so that no test waits for a download. */
import { type AgentName, install, VERSIONS } from './install.js';

export default async function setup(): Promise<void> {
  const wanted = Object.entries(VERSIONS) as [AgentName, readonly string[]][];
  await Promise.all(wanted.flatMap(([name, versions]) => versions.map((version) => install(name, version))));
}
