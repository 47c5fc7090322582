/** A receiver of notices as JSON; its whole URL may be a secret. */
import { maskedUrl, type NoticeReceiver } from '../../../registry/notice-receivers.js';

export function receiverJson({ name, kind, on, url }: NoticeReceiver): object {
  return { name, kind, on, url: maskedUrl(url) };
}
