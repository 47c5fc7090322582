/** The words around the descriptions of tools in `synapse tool`. */
import type { Texts } from '../language.js';

export const TOOL_COMMAND = {
  tool: { en: 'TOOL', ja: 'ツール' },
  requires: { en: 'REQUIRES', ja: '権限' },
  description: { en: 'DESCRIPTION', ja: '説明' },
  needs: { en: 'Requires: {permission}.', ja: '必要な権限: {permission}' },
  usage: { en: 'Usage', ja: '使い方' },
  options: { en: 'Options', ja: 'オプション' },
  item: { en: 'Each object in {name}', ja: '{name} の各オブジェクト' },
  example: { en: 'Example', ja: '例' },
  required: { en: ' (required)', ja: '（必須）' },
  preset: { en: ' (default {value})', ja: '（既定値 {value}）' },
  other_session: { en: "use a session other than this terminal's", ja: 'この端末のものとは別のセッションを使用します' },
} as const satisfies Texts;
