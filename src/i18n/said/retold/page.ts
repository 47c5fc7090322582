/** What `synapse web` and the page of it say. */
import type { Text } from '../../language.js';

export const PAGE: readonly Text[] = [
  { en: 'Opened in your browser.', ja: 'ブラウザで開きました。' },
  {
    en: 'Open this address in a browser. It works once.',
    ja: 'このアドレスをブラウザで開いてください。一度だけ使えます。',
  },
  { en: 'Closed 1 page.', ja: '1 件のページを閉じました。' },
  { en: 'Closed {count} pages.', ja: '{count} 件のページを閉じました。' },
  {
    en: 'The port must be a whole number from 1 to 65535.',
    ja: 'ポートは 1 から 65535 までの整数で指定してください。',
  },
  {
    en: 'The page is served by your own daemon, which keeps running.',
    ja: 'このページはあなた自身のデーモンが提供しているため、停止できません。',
  },
  { en: 'it does not end', ja: '終了しません' },
  { en: 'Only failures can be dismissed.', ja: '消せるのは失敗の知らせだけです。' },
  { en: 'Too many terminals.', ja: '端末が多すぎます。' },
];
