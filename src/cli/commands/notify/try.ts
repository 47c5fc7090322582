/** `synapse notify test`: sends a notice at once, and says whether the receiver took it. */
import { systemClock, toIso } from '../../../clock.js';
import { fail } from '../../../errors.js';
import { NOTICES } from '../../../i18n/said/notices.js';
import { told } from '../../../i18n/told.js';
import { newIdQuickly } from '../../../ids.js';
import { synapseHome } from '../../../paths.js';
import { writeNoticeState } from '../../../registry/notice-receivers.js';
import { printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { findReceiver } from './find.js';

export async function runNotifyTest(
  [word = '']: readonly string[],
  { json }: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const home = synapseHome();
  const receiver = findReceiver(home, word);
  const { name } = receiver;
  const { sendNotice } = await import('../../../daemon/activity/notices/send-notice.js');
  const at = systemClock.now();
  const outcome = await sendNotice(
    receiver,
    {
      ...{ id: `test:${newIdQuickly()}`, topic: 'needs-you', agent: 'synapse', project: null, at: toIso(at) },
      ...{ title: 'Synapse', text: told(NOTICES.trial) },
    },
    process.env,
  );
  const reason = outcome.is === 'sent' ? null : outcome.reason;
  writeNoticeState(home, name, { at, failures: reason === null ? 0 : 1, reason });
  if (reason !== null) throw fail('notice_failed', { name, reason });
  if (json) printJson({ receiver: { name, sent: true, at: toIso(at) } });
  else printNote(`Sent a notice to ${name}.`);
  return 0;
}
