import { expect, test } from 'vitest';
import { readToolWords } from '../../src/cli/commands/tool/words.js';
import { INSTEAD_ELSEWHERE, INSTEAD_IN_CHAT, INSTEAD_IN_TASK } from '../../src/i18n/counterparts.js';
import { fill } from '../../src/i18n/fill.js';
import type { Text } from '../../src/i18n/language.js';
import { CONVERSATION_FIRST, CONVERSATION_OVER, type HintRow, TOOL_HINTS } from '../../src/i18n/tool-hints.js';
import { TEXTS } from '../../src/i18n.js';
import { readArguments } from '../../src/tools/call/arguments.js';
import { TOOLS } from '../../src/tools/table.js';
import { describeTool, type Tool } from '../../src/tools/tool.js';
import { commandsIn } from '../rig/texts/commands-in.js';

type Reader = 'task' | 'chat' | 'manager' | 'anybody';

/** Who reads a text; every other one is read by any session. */
const READERS: readonly [Reader, RegExp][] = [
  [
    'task',
    /^(work$|started_for_task|delegated_to|notice_(check_chat|conversation_ended|conversation_not_joined|delegation_finished|wait_over)$)/,
  ],
  [
    'chat',
    /^(notice_wait_over_in_chat$|conversation_|get_pending|started_for_chat|chat_|terminal_|process_delegation|delegation_begun)/,
  ],
  ['manager', /^notice_task_requested$/],
];

const MAY: Readonly<Record<Reader, readonly Tool['permission'][]>> = {
  task: ['taskOnly'],
  chat: ['chatOnly'],
  manager: ['managerOnly'],
  anybody: [],
};

interface Said {
  readonly name: string;
  readonly reader: Reader;
  readonly text: Text;
}

const purposeOf = (key: keyof HintRow): Reader =>
  key.startsWith('chat') ? 'chat' : key === 'task' ? 'task' : 'anybody';

/** Errors that only the tools of chat sessions have. */
const CHAT_ERRORS = /delegation|no_active_conversation|conversation_id_required|message_not_found/;

const SAID: readonly Said[] = [
  ...Object.entries(TEXTS).map(([name, text]) => ({
    name,
    text,
    reader: READERS.find(([, pattern]) => pattern.test(name))?.[0] ?? ('anybody' as const),
  })),
  ...Object.entries(TOOL_HINTS).flatMap(([code, row]) =>
    Object.entries(row).map(([key, text]) => ({
      name: `${code} for ${key}`,
      text: text as Text,
      reader: CHAT_ERRORS.test(code) ? ('chat' as const) : purposeOf(key as keyof HintRow),
    })),
  ),
  ...Object.entries(INSTEAD_IN_TASK).map(([name, text]) => ({
    name: `instead of ${name}`,
    text,
    reader: 'task' as const,
  })),
  ...Object.entries(INSTEAD_IN_CHAT).map(([name, text]) => ({
    name: `instead of ${name}`,
    text,
    reader: 'chat' as const,
  })),
  ...[INSTEAD_ELSEWHERE, CONVERSATION_FIRST, CONVERSATION_OVER].flatMap((texts) =>
    Object.entries(texts).map(([purpose, text]) => ({
      name: `for ${purpose}`,
      text,
      reader: purpose as 'task' | 'chat',
    })),
  ),
];

const partsOf = (text: string) => ({
  facts: [...new Set(text.match(/\{\w+\}/g))].sort(),
  tools: [...text.matchAll(/<<(.*?)>>(?!>)/g)].map(([, call]) => call).sort(),
});

test.each(SAID)('$name says the same facts and names the same tools in both languages', ({ text }) => {
  expect(partsOf(text.ja)).toEqual(partsOf(text.en));
  expect(text.ja).toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

test.each(SAID)('$name names a tool only as a call, so that it has the form that its reader can use', ({ text }) => {
  for (const said of [text.en, text.ja]) {
    const rest = said.replace(/<<.*?>>(?!>)/g, '');
    const named = TOOLS.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(rest)).map(({ name }) => name);
    expect(named).toEqual([]);
  }
});

const NAMED = SAID.filter(({ text }) => text.en.includes('<<'));

test.each(NAMED)('$name names commands that parse and that its reader may run', ({ text, reader }) => {
  for (const said of [text.en, text.ja]) {
    const facts = new Proxy({}, { get: (_, name) => (String(name).includes('offset') ? '3' : `${String(name)}-1`) });
    const commands = commandsIn(fill(said, facts, 'command'));
    expect(commands.length).toBeGreaterThan(0);
    for (const [name, ...words] of commands) {
      const tool = TOOLS.find((each) => each.name === name) as Tool;
      expect(['unauthenticated', 'authenticated', ...MAY[reader]], name).toContain(tool.permission);
      const { values } = readToolWords(
        describeTool(tool, 'en') as unknown as Parameters<typeof readToolWords>[0],
        words,
        () => '',
      );
      expect(() => readArguments(tool, known(tool, values), (key) => key)).not.toThrow();
    }
  }
});

/** A placeholder stands for any value that the argument takes. */
function known({ properties }: Tool, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { session_token: _token, ...rest } = values;
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      /^<.*>$/.test(String(value)) ? (properties[key]?.enum?.[0] ?? 'x') : value,
    ]),
  );
}
