/** The tools for messages between agents, which MCP serves. They are data only: `mcp/` calls the HTTP API for them. */
import type { ToolBase } from './tool.js';

export type MessageToolName =
  | 'synapse_send'
  | 'synapse_reply'
  | 'synapse_inbox'
  | 'synapse_list_agents'
  | 'synapse_show'
  | 'synapse_wait';

export type MessageTool = ToolBase & { readonly name: MessageToolName };

const ID = { type: 'string', description: 'the id of a task or message, or the beginning of it' } as const;

const WAIT = {
  type: 'integer',
  minimum: 0,
  maximum: 3600,
  default: 50,
  description: 'how long to wait for the reply, in seconds. Many clients end a call after 60 seconds',
} as const;

const MESSAGE = { type: 'string', description: 'the text' } as const;

export const MESSAGE_TOOLS: readonly MessageTool[] = [
  {
    name: 'synapse_send',
    description:
      'Sends a message to another agent. With response, waits for the reply and returns it in task.reply. If the wait ends first, the task stays open: go on with synapse_wait.',
    properties: {
      target: { type: 'string', description: 'the agent: a name, an id, the beginning of an id, or a type' },
      message: MESSAGE,
      response: { type: 'boolean', default: false, description: 'whether a reply is expected' },
      wait_seconds: WAIT,
      reply_to: { type: 'string', description: 'the id of the request that this replies to' },
      task: { type: 'string', description: 'the id of the task to continue, by answering its question' },
      priority: {
        type: 'integer',
        minimum: 1,
        maximum: 5,
        description: '5 interrupts the agent first, 4 goes to the front of its queue; 3 by default',
      },
      when: {
        type: 'string',
        enum: ['now', 'idle'],
        description: 'whether the agent may read it during its work, or only when it is done',
      },
      files: {
        type: 'array',
        maxItems: 100,
        items: { type: 'string', description: 'an absolute path' },
        description: 'files to attach',
      },
      expires_seconds: { type: 'integer', minimum: 1, description: 'when to give up delivery; 24 hours by default' },
    },
    required: ['target', 'message'],
    aliases: { to: 'target', text: 'message' },
    answers: ['outcome', 'task', 'target', 'instruction'],
  },
  {
    name: 'synapse_reply',
    description:
      'Replies to a request, such as one that appeared as "[A2A:<id>:<sender>] …". Without to, replies to the only open request.',
    properties: {
      message: MESSAGE,
      to: { type: 'string', description: 'the id of the request, or its sender' },
      latest: { type: 'boolean', description: 'reply to the newest of several open requests' },
      ask: { type: 'boolean', description: 'ask a question back; the request stays open' },
      fail: { type: 'boolean', description: 'close the request as failed; the message says why' },
    },
    required: ['message'],
    aliases: { text: 'message' },
    answers: ['outcome', 'task', 'target'],
  },
  {
    name: 'synapse_inbox',
    description:
      'Returns the unread messages and the requests that wait for your reply, and marks the messages as read.',
    properties: {
      peek: { type: 'boolean', default: false, description: 'leave the messages unread' },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'how many messages at most' },
    },
    required: [],
    answers: ['messages', 'remaining', 'open_requests'],
  },
  {
    name: 'synapse_list_agents',
    description: 'Lists the agents that you can write to, and what they are doing.',
    properties: {},
    required: [],
    answers: ['agents'],
  },
  {
    name: 'synapse_show',
    description: 'Returns one task or message with all its messages and receipts.',
    properties: { id: ID },
    required: ['id'],
    aliases: { task: 'id' },
    answers: ['task', 'messages'],
  },
  {
    name: 'synapse_wait',
    description: 'Waits for the reply to a request that was sent before, and returns it in task.reply.',
    properties: { id: ID, wait_seconds: WAIT },
    required: ['id'],
    aliases: { task: 'id' },
    answers: ['outcome', 'task', 'instruction'],
  },
];
