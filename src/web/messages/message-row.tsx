/** A message as a row of the list. */
import type { HistoryMessage } from '../../a2a/web/things.js';
import { Avatar, Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Clock } from '../parts/time.js';
import { stateWord } from '../words/words.js';

export function MessageRow({ message }: { readonly message: HistoryMessage }) {
  const { from, to, kind, text, receipt, created_at } = message;
  return (
    <div class="message-row">
      <Avatar id={from} />
      <span class="message-main">
        <span class="facts">
          <strong>
            <Name>{from}</Name>
          </strong>
          <span>
            → <Name>{to}</Name>
          </span>
          {kind !== 'message' && <span class={`kind ${kind}`}>{stateWord(kind)}</span>}
        </span>
        <span class="one-line">
          <Name>{text.slice(0, 300)}</Name>
        </span>
      </span>
      <span class="message-end">
        <Clock at={created_at} />
        <Status state={receipt.state} />
      </span>
    </div>
  );
}
