/** The states of an agent that are recorded as golden screens, and how to reach them from a fresh start. */
import type { AgentName } from './install.js';
import { LOOKS, submit } from './looks.js';
import type { AgentTerminal, StartOptions } from './terminal.js';

export interface State {
  /** By default, tools ask for permission. */
  readonly options?: StartOptions;
  /** By default, all agents. */
  readonly agents?: readonly AgentName[];
  /** Appears instead of the ready screen; all others start there. */
  readonly isBeforeReady?: true;
  reach(terminal: AgentTerminal, name: AgentName): Promise<void>;
}

const MESSAGE = '[A2A:1a2b3c4d:tester] hello';
const LONG = `[A2A:1a2b3c4d:tester] ${'All work and no play makes a long message. '.repeat(240)}`;
const LINES = 'first line of a thought\nsecond line\nthird line';
const HALF_TYPED = 'half a thought of a per';
const STREAMED = 'The first paragraph of a long answer.\n\nThe second paragraph, which goes ';
/** What the agents show while they work or ask. In a message or an answer, it means nothing. */
const WORDS = [
  'Do you want to proceed?',
  '❯ 1. Yes',
  '› 1. Yes, proceed (y)',
  '● 1. Allow once',
  '△ Permission required',
  '⠇ Thinking... (esc to cancel, 1s)',
  '• Working (1s • esc to interrupt)',
  '✽ Working…',
  'esc interrupt',
  'esc to interrupt',
];
const TALL = `[A2A:1a2b3c4d:tester] ${Array.from({ length: 30 }, (_, line) => `line ${line} of a message`).join('\n')}`;
const LIGHT = { colors: { foreground: 'rgb:1111/1111/1111', background: 'rgb:ffff/ffff/f0f0' } };
/** As over ssh, which does not pass this on. */
const FEW_COLORS = { env: { COLORTERM: '' } };
const NO_COLORS = { env: { COLORTERM: '', NO_COLOR: '1' } };
const FOREVER = new Promise<void>(() => {});

export const STATES: Readonly<Record<string, State>> = {
  /** Recorded on the way to the ready screen. */
  starting: { reach: async () => {} },
  ready: { reach: async () => {} },
  // It shows its box before it takes prompts.
  'busy-starting': {
    agents: ['gemini'],
    isBeforeReady: true,
    async reach(terminal) {
      await terminal.shows('Type your message');
      await submit(terminal, MESSAGE);
      await terminal.shows('Queued (press');
    },
  },
  'ready-after': { reach: answered },
  'ready-words': {
    async reach(terminal) {
      terminal.model.script(() => ({ text: `${WORDS.join('\n\n')}\n\n\`\`\`\n${WORDS.join('\n')}\n\`\`\`\n` }));
      await submit(terminal, `1. Explain ${WORDS.slice(0, 3).join(' ')}`);
      await terminal.shows((text) => text.split('esc to interrupt').length > 2 && text.includes('Permission required'));
      await terminal.settled();
      await terminal.settled();
    },
  },
  // The first words of a prompt look like a choice.
  'ready-list': {
    async reach(terminal) {
      await submit(terminal, '1. first thing');
      await terminal.shows('Understood.');
      await terminal.settled();
    },
  },
  draft: { reach: draft },
  'draft-after': {
    async reach(terminal) {
      await answered(terminal);
      await draft(terminal);
    },
  },
  // A line feed is Ctrl-J: a new line in all four, where Enter would submit.
  'draft-lines': { reach: draftLines },
  'pasted-lines': {
    async reach(terminal, name) {
      await terminal.paste(LINES);
      await terminal.shows((text) => text.includes('third line') || LOOKS[name].token.test(text));
    },
  },
  // Gemini's prompt marker shows its approval mode.
  'ready-allow': { options: { tools: 'allow' }, agents: ['gemini'], reach: async () => {} },
  'draft-allow': { options: { tools: 'allow' }, agents: ['gemini'], reach: draft },
  'draft-japanese': {
    async reach(terminal) {
      await terminal.type('書きかけの文章');
      await terminal.shows('書きかけの文章');
    },
  },
  'draft-wrapped': {
    async reach(terminal) {
      await terminal.type(`${'a draft that is longer than the box is wide '.repeat(5)}finis`);
      await terminal.shows('finis');
    },
  },
  pasted: {
    async reach(terminal) {
      await terminal.paste(MESSAGE);
      await terminal.shows('tester');
    },
  },
  'pasted-long': {
    async reach(terminal, name) {
      await terminal.paste(LONG);
      await terminal.shows(LOOKS[name].token);
    },
  },
  // Taller than the box of some.
  'pasted-tall': {
    async reach(terminal, name) {
      await terminal.paste(TALL);
      await terminal.shows((text) => text.includes('line 29') || LOOKS[name].token.test(text));
    },
  },
  'pasted-into-draft': {
    async reach(terminal) {
      await draft(terminal);
      await terminal.paste(MESSAGE);
      await terminal.shows('tester');
    },
  },
  busy: { reach: (terminal) => thinking(terminal) },
  'busy-streaming': { reach: (terminal) => streaming(terminal) },
  'busy-draft': {
    async reach(terminal) {
      await thinking(terminal);
      await draft(terminal);
    },
  },
  'busy-streaming-draft': {
    async reach(terminal) {
      await streaming(terminal);
      await draft(terminal);
    },
  },
  'busy-queued': {
    async reach(terminal) {
      await streaming(terminal);
      await submit(terminal, MESSAGE);
    },
  },
  'busy-tool': { options: { tools: 'allow' }, reach: running },
  'busy-tool-draft': {
    options: { tools: 'allow' },
    async reach(terminal, name) {
      await running(terminal, name);
      await draft(terminal);
    },
  },
  interrupted: {
    async reach(terminal, name) {
      await thinking(terminal);
      await interrupt(terminal, name);
    },
  },
  'interrupted-streaming': {
    async reach(terminal, name) {
      await streaming(terminal);
      await interrupt(terminal, name);
    },
  },
  dialog: { reach: dialog },
  'dialog-after-draft': {
    async reach(terminal, name) {
      let release = () => {};
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      terminal.model.script(() => ({ shell: 'touch made-by-a-tool.txt', afterwards: 'Done.', until }));
      await submit(terminal, 'Please make a file.');
      await terminal.model.prompt(() => true);
      await terminal.type(HALF_TYPED);
      await terminal.settled();
      release();
      await terminal.shows(LOOKS[name].dialog);
    },
  },
  trust: { options: { trusted: false }, agents: ['claude', 'codex', 'gemini'], isBeforeReady: true, reach: trust },
  'slash-menu': { reach: (terminal) => terminal.type('/') },
  'file-menu': { reach: (terminal) => terminal.type('@') },
  'shell-mode': { reach: (terminal) => terminal.type('!') },
  'ready-light': { options: LIGHT, reach: async () => {} },
  'draft-light': { options: LIGHT, reach: draft },
  'ready-after-light': { options: LIGHT, reach: answered },
  'ready-few-colors': { options: FEW_COLORS, reach: async () => {} },
  'draft-few-colors': { options: FEW_COLORS, reach: draft },
  // Here the band of Gemini's box has no edges.
  'draft-lines-few-colors': { options: FEW_COLORS, agents: ['gemini'], reach: draftLines },
  'ready-after-few-colors': { options: FEW_COLORS, reach: answered },
  'busy-few-colors': { options: FEW_COLORS, agents: ['gemini'], reach: (terminal) => thinking(terminal) },
  'dialog-few-colors': { options: FEW_COLORS, agents: ['gemini'], reach: dialog },
  'ready-no-colors': { options: NO_COLORS, reach: async () => {} },
  'draft-no-colors': { options: NO_COLORS, reach: draft },
  'ready-after-no-colors': { options: NO_COLORS, reach: answered },
  // Searches the history, or all commands. What is typed here is no message.
  search: {
    async reach(terminal, name) {
      await terminal.type(name === 'opencode' ? '\x10' : '\x12');
      await terminal.shows(/search prompts|reverse-i-search|\(r:\)|Switch (?:session|model)/);
    },
  },
  'ready-vim': { options: { vim: true }, agents: ['gemini'], reach: async () => {} },
  'ready-vim-normal': { options: { vim: true }, agents: ['gemini'], reach: (terminal) => terminal.type('\x1b') },
  // It prints this, and stops itself.
  suspended: { agents: ['claude'], reach: (terminal) => terminal.type('\x1a') },
  help: { agents: ['claude', 'codex', 'gemini'], reach: (terminal) => terminal.type('?') },
  // Codex ends at once.
  'exit-hint': { agents: ['claude', 'gemini'], reach: (terminal) => terminal.type('\x03') },
  'model-picker': {
    async reach(terminal, name) {
      await terminal.type(name === 'opencode' ? '/models' : '/model');
      await terminal.settled();
      await terminal.type('\r');
      await terminal.shows(/select model/i);
    },
  },
};

async function draft(terminal: AgentTerminal): Promise<void> {
  await terminal.type(HALF_TYPED);
  await terminal.shows(HALF_TYPED);
}

async function draftLines(terminal: AgentTerminal): Promise<void> {
  await terminal.type(LINES);
  await terminal.shows('third line');
}

async function dialog(terminal: AgentTerminal, name: AgentName): Promise<void> {
  await tool(terminal, 'touch made-by-a-tool.txt');
  await terminal.shows(LOOKS[name].dialog);
}

/** opencode must be told twice. */
async function interrupt(terminal: AgentTerminal, name: AgentName): Promise<void> {
  for (const _ of name === 'opencode' ? [1, 2] : [1]) {
    await terminal.settled();
    await terminal.type('\x1b');
  }
}

async function answered(terminal: AgentTerminal): Promise<void> {
  terminal.model.script(() => ({ text: 'It is a small example.\n\nNothing else is in it.' }));
  await submit(terminal, 'What is in this folder?');
  await terminal.shows((text) => text.includes('Nothing else') && !/esc (to )?(interrupt|cancel)/.test(text));
  await terminal.settled();
}

async function thinking(terminal: AgentTerminal): Promise<void> {
  terminal.model.script(() => ({ text: '', until: FOREVER }));
  await submit(terminal, 'Think about this folder.');
  await terminal.model.prompt((prompt) => prompt.includes('Think'));
}

async function streaming(terminal: AgentTerminal): Promise<void> {
  terminal.model.script(() => ({ text: STREAMED, until: FOREVER }));
  await submit(terminal, 'Tell me about this folder.');
  await terminal.shows('The first paragraph');
}

async function tool(terminal: AgentTerminal, command: string): Promise<void> {
  terminal.model.script(() => ({ shell: command, afterwards: 'Done.' }));
  await submit(terminal, 'Please run a command.');
}

async function running(terminal: AgentTerminal, name: AgentName): Promise<void> {
  await tool(terminal, 'sleep 60');
  await terminal.shows(LOOKS[name].running);
}

async function trust(terminal: AgentTerminal): Promise<void> {
  await terminal.shows(/trust/i);
}
