import { expect, test } from 'vitest';
import { toolHelp } from '../../../../src/cli/commands/tool/help.js';
import { readToolWords, type ToolDescription } from '../../../../src/cli/commands/tool/words.js';

const TOOL: ToolDescription = {
  name: 'send_message',
  description: 'Sends a message to another agent.',
  permission: 'chat_only',
  inputSchema: {
    properties: {
      target_agent_id: { type: 'string', description: 'who receives it' },
      content: { type: 'string', description: 'the text' },
      limit: { type: 'integer', description: 'how many', default: 10 },
      urgent: { type: 'boolean', description: 'whether it is urgent' },
      files: { type: 'array', items: { type: 'string' }, description: 'paths of files' },
    },
    required: ['target_agent_id'],
  },
};

test.each([
  [['--target_agent_id', 'b'], { target_agent_id: 'b' }],
  [['--target-agent-id=b', '--content', ''], { target_agent_id: 'b', content: '' }],
  [['--content', '-'], { content: 'from stdin' }],
  [['--content', '--dashes'], { content: '--dashes' }],
  [['--limit', '3'], { limit: 3 }],
  [['--limit', 'three'], { limit: 'three' }],
  [['--urgent'], { urgent: true }],
  [['--urgent', 'false', '--limit', '1'], { urgent: false, limit: 1 }],
  [['--urgent', '--content', 'x'], { urgent: true, content: 'x' }],
  [['--files', '["a","b"]', '--json', '--no-color'], { files: ['a', 'b'] }],
])('the words %j are the arguments %j', (words, values) => {
  expect(read(words)).toEqual({ values, session: null, wantsHelp: false });
});

test('--session names another session, and is not an argument', () => {
  expect(read(['--session', 'tok', '--content', 'x'])).toMatchObject({ session: 'tok', values: { content: 'x' } });
});

test.each([
  [['hello'], '"hello" is not an option. Give each argument as --key value.', 'synapse tool send_message --help'],
  [['--content'], '--content needs a value.', 'synapse tool send_message --help'],
])('the words %j are refused: %s', (words, message, hint) => {
  expect(() => read(words)).toThrow(expect.objectContaining({ code: 'invalid_request', message, hint }));
});

test.each([
  ['contant', 'Did you mean --content?', { contant: 'content' }],
  ['zzz', 'synapse tool send_message --help', undefined],
])('the unknown argument %s is refused like the daemon does, with the hint: %s', (key, hint, nearest) => {
  const message = `The tool send_message has no argument "${key}".`;
  const details = expect.objectContaining({ unknown: [key], ...(nearest ? { nearest } : {}) });
  expect(() => read([`--${key}`, 'x'])).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message, hint, details }),
  );
});

test('the help of a tool lists its arguments and fits the terminal', () => {
  const help = toolHelp(TOOL, 60);
  expect(help).toContain('--target_agent_id <string>  who receives it (required)');
  expect(help).toContain('(default 10)');
  expect(help.split('\n').filter((line) => line.length > 60)).toEqual([]);
});

function read(words: readonly string[]) {
  return readToolWords(TOOL, words, () => 'from stdin');
}

test('the help of a tool with a list of objects names their fields, and shows such a list', () => {
  const item = {
    type: 'object',
    properties: {
      local_id: { type: 'string', description: 'its name' },
      priority: { type: 'string', enum: ['high', 'low'], default: 'low', description: 'how urgent' },
      dependencies: { type: 'array', items: { type: 'string' }, description: 'what comes first' },
    },
    required: ['local_id'],
  } as const;
  const properties = { tasks: { type: 'array', items: item, description: 'the tasks' } } as const;
  const help = toolHelp({ ...TOOL, inputSchema: { properties, required: ['tasks'] } }, 100);
  expect(help).toContain('--tasks <JSON array>');
  expect(help).toMatch(/local_id <string> +its name \(required\)/);
  expect(help).toMatch(/priority <high\|low> +how urgent \(default "low"\)/);
  expect(help).toMatch(/dependencies <JSON array> +what comes first/);
  expect(help).toContain(`--tasks '[{"local_id": "…"}]'`);
});
