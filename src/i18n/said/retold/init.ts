/** What `init` says. */
import type { Text } from '../../language.js';

export const INIT: readonly Text[] = [
  { en: 'Use --user or --project, not both.', ja: '--user と --project は同時に指定できません。' },
  { en: 'Use --remove or --team, not both.', ja: '--remove と --team は同時に指定できません。' },
  {
    en: 'The home folder is not a project. Use --user, or cd to a project.',
    ja: 'ホームフォルダーはプロジェクトではありません。--user を付けるか、プロジェクトに cd してください。',
  },
  {
    en: 'Cannot set up {word}. Did you mean: {known}',
    ja: '{word} の設定方法はありません。もしかして: {known}',
  },
  {
    en: 'Cannot set up {word}, only {names}.',
    ja: '設定できるのは {names} だけで、{word} はありません。',
  },
  {
    en: 'None of {names} is on your PATH. Name the agents to set up: synapse init claude',
    ja: '{names} のどれも PATH にありません。設定するエージェントを指定してください: synapse init claude',
  },
  {
    en: 'There is no terminal to ask on. Use --yes to write these changes, or --dry-run to see them.',
    ja: '確認するための端末がありません。変更を書き込むには --yes を、見るだけなら --dry-run を付けてください。',
  },
  { en: 'Write these changes?', ja: 'この変更を書き込みますか?' },
  { en: 'Nothing was written.', ja: '何も書き込んでいません。' },
  { en: 'There is nothing to remove.', ja: '取り除くものはありません。' },
  { en: 'Everything is set up already: {names}.', ja: 'すでに設定済みです: {names}。' },
  { en: '{file} has another {what}, which stays as it is.', ja: '{file} には別の {what} があり、そのまま残ります。' },
  { en: '{file} exists already and stays as it is.', ja: '{file} はすでにあり、そのまま残ります。' },
  {
    en: 'opencode reads AGENTS.md in place of CLAUDE.md from now on.',
    ja: '今後 opencode は CLAUDE.md の代わりに AGENTS.md を読みます。',
  },
  { en: 'Removed Synapse from: {names}.', ja: 'Synapse の設定を取り除きました: {names}。' },
  {
    en: 'Set up in this project: {names}. Restart agents that are running.',
    ja: 'このプロジェクトに設定しました: {names}。実行中のエージェントは再起動してください。',
  },
  {
    en: 'Set up for all your projects: {names}. Restart agents that are running.',
    ja: 'すべてのプロジェクト用に設定しました: {names}。実行中のエージェントは再起動してください。',
  },
];
