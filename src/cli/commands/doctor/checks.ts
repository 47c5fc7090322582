/** The checks of `synapse doctor`: each returns its findings, with a remedy for everything that is not in order. */
import type { Registry } from '../../../registry/registry.js';
import { checkAgents, checkRegistry, checkStores } from './agent-checks.js';
import type { Finding } from './finding.js';
import { checkHosts } from './hosts-check.js';
import {
  checkHome,
  checkNode,
  checkPath,
  checkSocketPath,
  checkStoreEngine,
  checkTerminalEngine,
} from './machine-checks.js';
import { checkNotices } from './notices-check.js';
import { checkProfiles } from './profiles-check.js';
import { checkServing } from './serving-check.js';
import { checkSettings } from './settings-check.js';
import { checkTeamStore, checkWaiting } from './team-checks.js';

type Check = (registry: Registry) => readonly Finding[] | Promise<readonly Finding[]>;

export const CHECKS: readonly Check[] = [
  checkNode,
  checkStoreEngine,
  checkTerminalEngine,
  checkHome,
  checkSocketPath,
  checkPath,
  checkSettings,
  checkRegistry,
  checkAgents,
  checkStores,
  checkTeamStore,
  checkProfiles,
  checkHosts,
  checkServing,
  checkWaiting,
  checkNotices,
];
