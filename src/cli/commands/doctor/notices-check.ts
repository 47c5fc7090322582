/** Checks whether the receivers of notices took the last one. */

import { listReceivers, readNoticeState } from '../../../registry/notice-receivers.js';
import type { Registry } from '../../../registry/registry.js';
import type { Finding } from './finding.js';

export function checkNotices({ home }: Registry): readonly Finding[] {
  return listReceivers(home).flatMap(({ name }): Finding[] => {
    const reason = readNoticeState(home, name)?.reason ?? null;
    if (reason === null) return [];
    const sentence = `The receiver of notices ${name} did not get the last one: ${reason}`;
    return [{ level: 'warning', subject: 'notices', sentence, remedy: `synapse notify test ${name}` }];
  });
}
