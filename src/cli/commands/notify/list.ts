/** `synapse notify list`: lists the receivers of notices, never their whole URLs. */
import { toIso } from '../../../clock.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { synapseHome } from '../../../paths.js';
import { listReceivers, maskedUrl, type NoticeState, readNoticeState } from '../../../registry/notice-receivers.js';
import { age, colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import { receiverJson } from './receiver-json.js';

export async function runNotifyList(
  _args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const home = synapseHome();
  const receivers = listReceivers(home).map((receiver) => ({ receiver, state: readNoticeState(home, receiver.name) }));
  if (options.json) {
    printJson({
      receivers: receivers.map(({ receiver, state }) => ({
        ...receiverJson(receiver),
        last: state && { at: toIso(state.at), failures: state.failures, reason: state.reason },
      })),
    });
  } else if (receivers.length === 0) {
    printNote('There are no receivers of notices. Add one: synapse notify add screen desktop');
  } else {
    const colors = await colorsFor(process.stdout);
    const rows = receivers.map(({ receiver: { name, kind, on, url }, state }) => [
      { text: name, paint: colors.bold },
      { text: kind },
      { text: on.join(', ') },
      { text: lastOf(state), paint: state?.reason ? colors.red : colors.green },
      { text: maskedUrl(url) ?? '-' },
    ]);
    printLine(table(['NAME', 'KIND', 'ON', 'LAST', 'URL'], rows, colors));
  }
  return 0;
}

function lastOf(state: NoticeState | null): string {
  if (!state) return '-';
  const when = told(LABELS.ago, { age: age(Date.now() - state.at) });
  return state.reason === null ? `ok ${when}` : `${oneLine(state.reason)} ${when}`;
}
