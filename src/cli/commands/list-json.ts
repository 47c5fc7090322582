/** `synapse list --json`: what scripts and completions ask all the time, without anything that draws. */
import { systemClock } from '../../clock.js';
import { synapseHome } from '../../paths.js';
import { Registry } from '../../registry/registry.js';
import { agentJson } from '../agent-json.js';
import { printJson } from '../say.js';

export function runListJson(): number {
  const now = systemClock.now();
  printJson({ agents: new Registry(synapseHome()).list().map((agent) => agentJson(agent, now)) });
  return 0;
}
