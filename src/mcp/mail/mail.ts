/** Messages as the tools and resources of MCP see them, whoever the caller is. */
import type { Language, Say } from '../../i18n.js';
import type { Arguments } from '../../tools/tool.js';
import type { McpCaller } from '../caller.js';

/** One call, as the tool that answers it sees it. */
export interface MailCall {
  readonly args: Arguments;
  readonly say: Say;
  readonly language: Language;
  /** Aborted when nobody waits for the answer any more. What was sent stays sent. */
  readonly signal: AbortSignal;
  /** Tells the client what happens while it waits. */
  readonly progress: (message: string) => void;
  /** Finds out anew who calls and where their daemon is, which may have been restarted. */
  readonly again: () => Promise<McpCaller>;
}

export type Json = Readonly<Record<string, unknown>>;

export interface Mail {
  send(call: MailCall): Promise<Json>;
  reply(call: MailCall): Promise<Json>;
  /** What is unread; reading it this way changes nothing. */
  peek(limit: number): Promise<Json>;
  inbox(call: MailCall): Promise<Json>;
  agents(): Promise<Json>;
  show(id: string): Promise<Json>;
  wait(call: MailCall): Promise<Json>;
}
