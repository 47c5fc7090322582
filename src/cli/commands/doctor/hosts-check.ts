/** Checks the links to other hosts. */
import { isKept, listHosts, readLink } from '../../../registry/hosts/hosts.js';
import type { Registry } from '../../../registry/registry.js';
import { type Finding, ok, warning } from './finding.js';

/** Nothing is said where there are no other hosts. */
export function checkHosts({ home }: Registry): Finding[] {
  return listHosts(home).map(({ name, target }) => {
    const link = readLink(home, name);
    const isUp = link?.state === 'up' && isKept(link);
    if (isUp) return ok(`host ${name}`, `linked, Synapse ${link.version}, ${link.agents.length} agents`);
    const reason = link && isKept(link) ? link.reason : 'the daemon that keeps the link is not running';
    const remedy = target === null ? `Messages wait until ${name} links again.` : `synapse host check ${name}`;
    return warning(`host ${name}`, `there is no link: ${reason ?? 'no reason given'}`, remedy);
  });
}
