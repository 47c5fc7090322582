/** A model on loopback that says what the test wants. What differs between vendors is in its dialect. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply =
  | { readonly text: string }
  /** Starts at once and stays open until the promise resolves, so that the agent is busy until then. */
  | { readonly text: string; readonly until: Promise<void> }
  /** Makes the agent run a shell command (once the promise resolves), several times if asked, then says something. */
  | { readonly shell: string; readonly afterwards: string; readonly until?: Promise<void>; readonly times?: number };

/** A text that the model has read. */
export interface Heard {
  readonly text: string;
  /** When it came for the first time. */
  readonly at: number;
  /** How often it stands in the conversations. */
  readonly times: number;
}

export interface FakeModel {
  readonly url: string;
  /** What the user said in the main conversation, once each, in order. */
  prompts(): readonly string[];
  /** Every text of the user, in the order in which the model first read them. Repeating the conversation counts once. */
  heard(): readonly Heard[];
  /** What the agent asked on its own behalf, such as a title. */
  asides(): readonly string[];
  /** The output of the shell commands, as the agent reported it. */
  results(): readonly string[];
  onPrompt(listener: (prompt: string) => void): () => void;
  /** Resolves with the first prompt that matches, even if it has already arrived. */
  prompt(fits: (prompt: string) => boolean): Promise<string>;
  script(reply: (prompt: string) => Reply): void;
  /** Whether a request contained these words, as instructions of the agent, say. */
  hasRead(words: string): boolean;
  close(): Promise<void>;
}

/** One request as the dialect understands it. */
export interface Turn {
  /** Everything the user said so far, without what the agent adds. */
  readonly said: readonly string[];
  /** The output of the shell command, if this request contains a result. */
  readonly result?: string;
  /** A request that the agent makes on its own behalf. */
  readonly isAside: boolean;
  readonly answer: Answer;
}

/** How the dialect spells an answer: the pieces of a stream, in this order. */
export interface Answer {
  readonly contentType: string;
  open(): string;
  text(delta: string): string;
  shell(command: string): string;
  close(): string;
}

export interface Dialect {
  /** A turn, or the body of a plain JSON answer. */
  read(request: Request): Turn | { readonly json: unknown };
}

interface Request {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: foreign wire formats, of which only a few fields are read.
  readonly body: any;
}

export async function startModel(dialect: Dialect): Promise<FakeModel> {
  const model = new Model(dialect);
  await model.listen();
  return model;
}

/** `mcp <tool> <arguments as JSON>` in place of a shell command calls a tool of the MCP server of Synapse. */
export function mcpCall(command: string): { readonly tool: string; readonly args: string } | null {
  const [, tool, args = ''] = /^mcp (\w+) (.*)/.exec(command) ?? [];
  return tool === undefined ? null : { tool, args };
}

/** One event of a server-sent stream. */
export function event(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

const DEFAULT: Reply = { text: 'Understood.' };

class Model implements FakeModel {
  url = '';
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #listeners = new Set<(prompt: string) => void>();
  readonly #prompts: string[] = [];
  readonly #asides: string[] = [];
  readonly #results: string[] = [];
  #script: (prompt: string) => Reply = () => DEFAULT;
  #said: readonly string[] = [];
  #afterwards = '';
  #again: { readonly reply: Reply; times: number } | null = null;
  readonly #heard = new Map<string, { at: number; readonly byConversation: Map<string, number> }>();
  readonly #bodies: string[] = [];

  constructor(private readonly dialect: Dialect) {}

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  prompts(): readonly string[] {
    return this.#prompts;
  }

  heard(): readonly Heard[] {
    return [...this.#heard].map(([text, { at, byConversation }]) => ({
      ...{ text, at },
      times: [...byConversation.values()].reduce((sum, times) => sum + times, 0),
    }));
  }

  asides(): readonly string[] {
    return this.#asides;
  }

  results(): readonly string[] {
    return this.#results;
  }

  onPrompt(listener: (prompt: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prompt(fits: (prompt: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const stop = this.onPrompt((prompt) => {
        if (!fits(prompt)) return;
        stop();
        resolve(prompt);
      });
      const found = this.#prompts.find(fits);
      if (found !== undefined) resolve(found);
    });
  }

  script(reply: (prompt: string) => Reply): void {
    this.#script = reply;
  }

  hasRead(words: string): boolean {
    return this.#bodies.some((body) => body.includes(words));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const text = await bodyOf(incoming);
    this.#bodies.push(text);
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', body: text ? JSON.parse(text) : {} };
    const turn = this.dialect.read(request);
    if ('json' in turn) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(turn.json));
      return;
    }
    response.writeHead(200, { 'content-type': turn.answer.contentType, 'cache-control': 'no-cache' });
    await say(response, turn.answer, this.#replyTo(turn));
  }

  #replyTo(turn: Turn): Reply {
    if (turn.isAside) {
      this.#asides.push(turn.said.at(-1) ?? '');
      return { text: 'A title' };
    }
    this.#hear(turn.said);
    const fresh = this.#freshOf(turn.said);
    if (turn.result !== undefined) this.#results.push(turn.result);
    this.#prompts.push(...fresh);
    for (const prompt of fresh) for (const listener of [...this.#listeners]) listener(prompt);
    if (turn.result !== undefined && this.#again && this.#again.times > 1) {
      this.#again.times -= 1;
      return this.#again.reply;
    }
    if (turn.result !== undefined) return { text: this.#afterwards };
    const reply = this.#script(turn.said.at(-1) ?? '');
    if ('shell' in reply) {
      this.#afterwards = reply.afterwards;
      this.#again = { reply, times: reply.times ?? 1 };
    }
    return reply;
  }

  /** A conversation is known by its first text, which it still has when it is continued in another run. */
  #hear(said: readonly string[]): void {
    const [conversation = ''] = said;
    const counts = new Map<string, number>();
    for (const text of said) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, times] of counts) {
      const known = this.#heard.get(text) ?? { at: Date.now(), byConversation: new Map<string, number>() };
      known.byConversation.set(conversation, Math.max(times, known.byConversation.get(conversation) ?? 0));
      this.#heard.set(text, known);
    }
  }

  /** Every request repeats the conversation. If it got shorter, it has started again. */
  #freshOf(said: readonly string[]): readonly string[] {
    const known = said.length < this.#said.length ? [] : this.#said;
    this.#said = said;
    const differs = said.findIndex((text, index) => text !== known[index]);
    return differs < 0 ? [] : said.slice(differs);
  }
}

async function say(response: ServerResponse, answer: Answer, reply: Reply): Promise<void> {
  response.write(answer.open());
  if ('text' in reply) for (const word of reply.text.match(/\S+\s*/g) ?? []) response.write(answer.text(word));
  if ('until' in reply) await Promise.race([reply.until, once(response, 'close')]);
  if ('shell' in reply) response.write(answer.shell(reply.shell));
  response.end(answer.close());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
