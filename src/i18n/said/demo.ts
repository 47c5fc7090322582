/** What `synapse demo` says, and what its person asks. The scripts in `demo/` have their words themselves. */
import type { Texts } from '../language.js';

export const DEMO = {
  scripts: {
    en: 'Ada and Rex are two small shell scripts, each in its own terminal. No AI, nothing to set up.',
    ja: 'Ada と Rex は小さなシェルスクリプトで、それぞれ専用の端末で動きます。AI も準備も不要です。',
  },
  asking: {
    en: 'You ask Ada, and she asks Rex. Each reply completes the task of whoever asked.',
    ja: 'あなたが Ada に尋ね、Ada が Rex に尋ねます。返信が届くと、尋ねた側のタスクが完了します。',
  },
  asked_back: {
    en: 'Ada can ask you a question. The task stays open, and you continue it with --task.',
    ja: 'Ada は聞き返すこともできます。タスクは開いたままで、--task で続けられます。',
  },
  recorded: {
    en: 'Everything was recorded on the way, with receipts:',
    ja: 'すべてのやり取りは受領状況とともに記録されています:',
  },
  your_turn: { en: 'Your turn:', ja: '次はあなたの番です:' },
  commands: {
    en: 'synapse start shell --id <name> -- <program>, then synapse send <name> "…" --response',
    ja: 'synapse start shell --id <名前> -- <プログラム> のあと synapse send <名前> "…" --response',
  },
  path: {
    en: '(First, put it on your PATH: {command})',
    ja: '（先に PATH に追加してください: {command}）',
  },
  team: {
    en: 'A team from one file: a person, a manager and three workers. They are small scripts; no AI.',
    ja: '一つのファイルから作るチーム: 人、マネージャー、三人の作業者。どれも小さなスクリプトで、AI は使いません。',
  },
  work: {
    en: 'You give the manager work. It hands parts of it to the workers, who start by themselves.',
    ja: 'マネージャーに作業を頼むと、作業者に分けて渡されます。作業者は自動で起動します。',
  },
  told: { en: 'You are told when it is done:', ja: '終わると知らされます:' },
  notes: { en: 'The release notes', ja: 'リリースノート' },
  team_file: {
    en: 'read {file}/synapse.yaml, then write your own and run synapse up',
    ja: '{file}/synapse.yaml を読み、自分のものを書いて synapse up',
  },
  ready: { en: 'Is the release ready?', ja: 'リリースの準備はできましたか？' },
  ship: { en: 'Then ship it.', ja: 'では公開してください。' },
  machine: { en: 'To the small one.', ja: '小さいほうです。' },
} as const satisfies Texts;
