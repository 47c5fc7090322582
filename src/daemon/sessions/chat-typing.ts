/** Turns chat of the team into messages for a chat terminal, and stores each in its agent's inbox once. */
import type { Say } from '../../i18n.js';
import { newId } from '../../random-ids.js';
import { isSettled } from '../../taskstore/message.js';
import { markKeptForTerminal } from '../../team/chat/chat-cursors.js';
import { type Conversation, partnerOf, wasNeverJoined } from '../../team/chat/conversation.js';
import { markKept } from '../../team/chat/conversations.js';
import type { ChatMessage } from '../../team/chat/messages.js';
import { conversationsFor } from '../../team/chat/task-conversations.js';
import { findAgent, type Member } from '../../team/people/agents.js';
import { liveSession } from '../../team/sessions/live-sessions.js';
import type { Action } from '../../team/sessions/next-action.js';
import type { Team } from '../../team/team.js';
import type { Delegation } from '../../team/work/delegations.js';
import { FOR_ANYBODY, unread } from '../../team/work/notifications.js';
import type { TeamEnvelope, TeamInbox } from '../mail/incoming/inbox.js';
import { aboutChat } from './first-message.js';
import type { ProgramSession } from './program-session.js';
import { clipped, envelopeOf, noticeEnvelope, type TypedNotice } from './typed-notice.js';

export interface ChatTypingParts {
  readonly team: Team;
  readonly member: Member;
  readonly inbox: TeamInbox;
  readonly session: ProgramSession;
  readonly say: Say;
  /** The work the session was started for; null if a person started it. */
  readonly why: string | null;
}

type Told = Extract<Action, { readonly conversation: Conversation }>;

export class ChatTyping {
  readonly #parts: ChatTypingParts;
  #isExitTold = false;
  #areToolsTold = false;
  /** Delegations and notices stored for this terminal. */
  readonly #kept = new Set<string>();

  constructor(parts: ChatTypingParts) {
    this.#parts = parts;
  }

  /** Types the first message, which says what the session is for. */
  async greet(): Promise<void> {
    const { team, member, inbox, why, say } = this.#parts;
    if (why === null) return;
    const text = await team.look((db) => aboutChat(db, member, why, say));
    const notice = { id: newId(), senderId: member.agentId, text, conversationId: null };
    await inbox.receiveFromTeam(this.#envelope(notice));
  }

  /** Types once that a person has ended the chat. */
  async tellExit(): Promise<void> {
    const { team, member, inbox } = this.#parts;
    if (this.#isExitTold) return;
    const session = await team.store.read((db) => liveSession(db, { ...member, purpose: 'chat' }));
    if (session === null || session.exit_requested_at === null) return;
    const text = this.#parts.say('terminal_exit');
    await inbox.receiveFromTeam(this.#envelope({ id: newId(), senderId: member.agentId, text, conversationId: null }));
    this.#isExitTold = true;
  }

  /** Types notifications about work. */
  async typeNotices(): Promise<void> {
    const { team, member, inbox } = this.#parts;
    const notices = await team.store.read(async (db) =>
      (await this.#parts.session.currentIn(db)) ? unread(db, member, FOR_ANYBODY) : [],
    );
    for (const notice of notices) {
      if (this.#kept.has(notice.id)) continue;
      const envelope = noticeEnvelope(notice, this.#parts.say, 'chat');
      // The task session is told as well, under the id of the notice.
      await inbox.receiveFromTeam({ ...envelope, messageId: `${notice.id}-chat` });
      this.#kept.add(notice.id);
    }
  }

  async tell({ type, conversation }: Told): Promise<void> {
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
    const isAlone = wasNeverJoined(conversation) && partnerId === conversation.participantId;
    const alone = isAlone ? [this.#parts.say('nobody_joined', { target_agent_id: partnerId })] : [];
    const text = [this.#parts.say(TEXTS[type], facts), ...alone, ...this.#toolsOnce(type)].join(' ');
    const notice = { id: `${conversation.id}-${type}`, senderId: partnerId, text, conversationId: conversation.id };
    await inbox.receiveFromTeam(this.#envelope(notice));
    await team.store.writeQuietly((tx) => markKept(tx, conversation.id, member.agentId));
  }

  /** A session that a person started has no first message, so its first request names the tools. */
  #toolsOnce(type: Told['type']): string[] {
    if (this.#parts.why !== null || this.#areToolsTold || type !== 'conversation_request') return [];
    this.#areToolsTold = true;
    return [this.#parts.say('chat_tools')];
  }

  has(delegation: Delegation): boolean {
    return this.#kept.has(delegation.id);
  }

  /** Repeats delegations that an earlier terminal was given; those it only stored are typed anyway. */
  async hand(delegation: Delegation): Promise<void> {
    const { team, member, inbox, say } = this.#parts;
    const { id, targetId, purpose, context } = delegation;
    const facts = { delegation_id: id, target_agent_id: targetId, purpose: clipped(withContext(purpose, context)) };
    const begun = await team.look((db) => conversationsFor(db, delegation));
    const parts = [
      say('terminal_delegation', facts),
      ...begun.map(({ id, state }) => say('delegation_begun', { conversation_id: id, state })),
    ];
    for (let time = 1; ; time += 1) {
      const notice = { id: `${id}-${time}`, senderId: member.agentId, text: parts.join(' '), conversationId: null };
      const { message } = await inbox.receiveFromTeam(this.#envelope(notice));
      if (!isSettled(message.receipt)) break;
    }
    this.#kept.add(id);
  }

  /** Marks them as stored here, because this store may delete them one day and would take them again. */
  async keepAll(messages: readonly ChatMessage[]): Promise<void> {
    const { team, member } = this.#parts;
    for (const message of messages) await this.#keep(message);
    if (messages.length > 0) {
      await team.store.writeQuietly((tx) => markKeptForTerminal(tx, member));
    }
  }

  async #keep(message: ChatMessage): Promise<void> {
    const { id, senderId, content, conversationId } = message;
    const envelope = this.#envelope({ id, senderId, text: content, conversationId, shownAs: id.slice('msg_'.length) });
    await this.#parts.inbox.receiveFromTeam(envelope);
  }

  #envelope(notice: TypedNotice): TeamEnvelope {
    return envelopeOf(this.#parts.member.projectId, notice);
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
