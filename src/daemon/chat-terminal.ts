/** Chat in a terminal: requests, messages and ends are taken from the team store and typed like any other message. */
import type { Envelope } from '../a2a/decode.js';
import { languageOf, textOf } from '../i18n.js';
import { newId } from '../ids.js';
import type { Log } from '../log.js';
import { findAgent } from '../team/agent.js';
import { type ChatMessage, handOut, lastForTerminal, markKeptForTerminal } from '../team/chat.js';
import { chatAction, type Member, markDone } from '../team/chat-work.js';
import { type Conversation, partnerOf } from '../team/conversation.js';
import { BY, toldInTerminal } from '../team/conversation-reads.js';
import { markKept } from '../team/conversations.js';
import type { Delegation } from '../team/delegation.js';
import type { Action } from '../team/next-action.js';
import { liveSession } from '../team/session.js';
import type { SessionRow } from '../team/store/schema.js';
import type { Team } from '../team/team.js';
import type { Inbox } from './inbox.js';
import { envelopeOf, type Letter } from './letter.js';

interface ChatTerminalParts {
  readonly team: Team;
  readonly member: Member;
  readonly inbox: Inbox;
  readonly log: Log;
}

type Told = Extract<Action, { readonly conversation: Conversation }>;

/** Small: each of them is in the agent's own store before the next are taken. */
const AT_ONCE = 20;
const TRY_AGAIN_MS = 1_000;

export class ChatTerminal {
  readonly #parts: ChatTerminalParts;
  #unsubscribe: () => void = () => {};
  #isBusy = false;
  #again = false;
  #hasEnded = false;
  #isExitTold = false;
  /** Something may have been taken and not kept: by a daemon that was killed, or because the disk was full. */
  #mustRecover = true;

  constructor(parts: ChatTerminalParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#unsubscribe = this.#parts.team.changes.watch(() => void this.#pump());
    await this.#pump();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
  }

  /** What was taken last is kept now: the agent's store knows by the ids what it has already. */
  async #recover(): Promise<void> {
    const { team, member } = this.#parts;
    const { projectId, agentId } = member;
    const told = await team.look((db) => toldInTerminal(db, projectId, agentId));
    for (const { conversation, isRequestTold, isEndTold } of told) {
      if (isRequestTold) await this.#tell({ type: 'conversation_request', conversation });
      const end = conversation.state === 'expired' ? 'conversation_expired' : 'conversation_ended';
      if (isEndTold) await this.#tell({ type: end, conversation });
    }
    await this.#keepAll(await team.store.read((db) => lastForTerminal(db, projectId, agentId)));
  }

  async #pump(): Promise<void> {
    this.#again = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#again && !this.#hasEnded) {
      this.#again = false;
      await this.#attempt(async () => {
        if (this.#mustRecover) await this.#recover();
        this.#mustRecover = false;
        const session = await this.#session();
        // Whoever logged out there has left: what comes waits for the next chat session.
        if (!session) return;
        if (session.exit_requested_at !== null) await this.#tellExit();
        while (!this.#hasEnded && (await this.#takeNext()));
      });
    }
    this.#isBusy = false;
  }

  /** The terminal's own; not one that a passkey opened instead. */
  async #session(): Promise<SessionRow | null> {
    const { team, member } = this.#parts;
    const live = await team.store.read((db) => liveSession(db, { ...member, purpose: 'chat' }));
    return live?.origin === 'terminal' ? live : null;
  }

  /** A person has ended the chat: said once, since the session lives no longer than this terminal. */
  async #tellExit(): Promise<void> {
    const { member, inbox } = this.#parts;
    if (this.#isExitTold) return;
    const text = textOf(languageOf(process.env), 'terminal_exit');
    await inbox.receiveOwn(this.#envelope({ id: newId(), senderId: member.agentId, text, conversationId: null }));
    this.#isExitTold = true;
  }

  /** False when nothing is left. */
  async #takeNext(): Promise<boolean> {
    const { team, member } = this.#parts;
    const seen = await team.look((db) => chatAction(db, member));
    if (seen.type === 'get_pending_messages') {
      const { messages } = await team.change((tx) => handOut(tx, { ...member, forTerminal: true }, AT_ONCE));
      await this.#keepAll(messages);
      return true;
    }
    if (!('conversation' in seen || 'delegation' in seen)) return false;
    const action = await team.change(async (tx, now) => {
      const decided = await chatAction(tx, member);
      await markDone(tx, decided, { agentId: member.agentId, now, how: BY.terminal });
      return decided;
    });
    if ('conversation' in action) await this.#tell(action);
    if ('delegation' in action) await this.#hand(action.delegation);
    return true;
  }

  async #tell({ type, conversation }: Told): Promise<void> {
    const { team, member, inbox } = this.#parts;
    const partnerId = partnerOf(conversation, member.agentId);
    const partner = await team.store.read((db) => findAgent(db, partnerId));
    const facts = {
      conversation_id: conversation.id,
      partner_id: partnerId,
      from_agent_name: partner?.name ?? partnerId,
      purpose: conversation.purpose === null ? '' : ` (${conversation.purpose})`,
      reason: conversation.endReason,
    };
    const text = textOf(languageOf(process.env), TEXTS[type], facts);
    const letter = { id: `${conversation.id}-${type}`, senderId: partnerId, text, conversationId: conversation.id };
    await inbox.receive(this.#envelope(letter), { kind: 'agent', id: partnerId });
    await team.store.writeQuietly((tx) => markKept(tx, conversation.id, member.agentId));
  }

  /** If this daemon dies before it has kept it, the delegation is pending again and comes anew. */
  async #hand({ id, targetId, purpose, context }: Delegation): Promise<void> {
    const { member, inbox } = this.#parts;
    const facts = { delegation_id: id, target_agent_id: targetId, purpose: withContext(purpose, context) };
    const text = textOf(languageOf(process.env), 'terminal_delegation', facts);
    const letter = { id: newId(), senderId: member.agentId, text, conversationId: null };
    await inbox.receiveOwn(this.#envelope(letter));
  }

  /** Once they are here the team need not remember them: this store may forget them one day, and would take them anew. */
  async #keepAll(messages: readonly ChatMessage[]): Promise<void> {
    const { team, member } = this.#parts;
    for (const message of messages) await this.#keep(message);
    if (messages.length > 0) {
      await team.store.writeQuietly((tx) => markKeptForTerminal(tx, member.projectId, member.agentId));
    }
  }

  async #keep(message: ChatMessage): Promise<void> {
    const { id, senderId, content, conversationId } = message;
    const envelope = this.#envelope({ id, senderId, text: content, conversationId, shownAs: id.slice('msg_'.length) });
    await this.#parts.inbox.receive(envelope, { kind: 'agent', id: senderId });
  }

  #envelope(letter: Letter): Envelope {
    return envelopeOf(this.#parts.member.projectId, letter);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#mustRecover = true;
      if (this.#hasEnded) return;
      this.#parts.log.error('chat', { reason: (error as Error).message });
      setTimeout(() => void this.#pump(), TRY_AGAIN_MS).unref();
    }
  }
}

const TEXTS = {
  conversation_request: 'terminal_request',
  conversation_ended: 'terminal_ended',
  conversation_expired: 'terminal_expired',
} as const satisfies Record<Told['type'], string>;

function withContext(purpose: string, context: string | null): string {
  return context === null ? purpose : `${purpose} (${context})`;
}
