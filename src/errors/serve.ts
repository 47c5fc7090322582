/** Errors of serving agents to clients elsewhere. */
import { entry, FAILED, USAGE } from './entry.js';

export const SERVE_ERRORS = {
  too_many_requests: entry(
    429,
    FAILED,
    { en: '{caller} has sent too many requests.', ja: '{caller} からのリクエストが多すぎます。' },
    { en: 'Try again in {seconds} s.', ja: '{seconds} 秒後に再試行してください。' },
  ),
  served_agent_down: entry(
    503,
    FAILED,
    { en: '{agent} is not running.', ja: '{agent} は現在実行されていません。' },
    { en: 'Try again later.', ja: '後で再試行してください。' },
  ),
  served_agent_lost: entry(
    502,
    FAILED,
    { en: '{agent} ended before it answered.', ja: '{agent} は応答する前に終了しました。' },
    {
      en: 'It may have received the request. Check your tasks before you send it again.',
      ja: 'リクエストは届いている可能性があります。再送の前にタスクを確認してください。',
    },
  ),
  foreign_host: entry(
    403,
    FAILED,
    {
      en: 'Requests for or from {host} are not accepted here.',
      ja: '{host} への、または {host} からのリクエストは受け付けません。',
    },
    {
      en: 'Use {url}, and do not send requests from web pages of other sites.',
      ja: '{url} を使用し、他のサイトのページからは呼び出さないでください。',
    },
  ),
  cannot_listen: entry(
    500,
    FAILED,
    { en: 'Cannot listen on {address}: {reason}.', ja: '{address} で待ち受けできません: {reason}' },
    { en: 'Choose another address or port.', ja: '別のアドレスかポートを指定してください。' },
  ),
  certificate_unusable: entry(
    500,
    USAGE,
    {
      en: 'The certificate {cert} with the key {key} cannot be used: {reason}.',
      ja: '証明書 {cert} と鍵 {key} は使用できません: {reason}',
    },
    {
      en: 'Both must be PEM files that belong together; the certificate comes with its chain.',
      ja: '対になる PEM ファイルを指定してください。証明書には中間証明書も含めます。',
    },
  ),
  serve_needs_tls: entry(
    400,
    USAGE,
    {
      en: '{address} can be reached from other machines, so it needs TLS.',
      ja: '{address} は他のマシンから到達できるため、TLS が必要です。',
    },
    {
      en: 'Add --tls-cert and --tls-key. Without them, listen on 127.0.0.1 behind a proxy that has TLS.',
      ja: '--tls-cert と --tls-key を指定してください。指定しない場合は、TLS を備えたプロキシの背後で 127.0.0.1 を使います。',
    },
  ),
};
