/** Chat in a terminal: takes requests, messages and ends from the team store and types them like other messages. */
import { languageOf, textOf } from '../../i18n.js';
import { newId } from '../../ids.js';
import type { Log } from '../../log.js';
import { isSettled } from '../../taskstore/message.js';
import { markKeptForTerminal } from '../../team/chat/chat-cursors.js';
import { markDone, terminalAction } from '../../team/chat/chat-work.js';
import { type Conversation, partnerOf } from '../../team/chat/conversation.js';
import { BY, isAsked, toldInTerminal } from '../../team/chat/conversation-reads.js';
import { joinPending, markKept } from '../../team/chat/conversations.js';
import { handOut, lastForTerminal } from '../../team/chat/handing-out.js';
import type { ChatMessage } from '../../team/chat/messages.js';
import { conversationsFor } from '../../team/chat/task-conversations.js';
import type { Member } from '../../team/people/agents.js';
import { findAgent } from '../../team/people/agents.js';
import { type Action, isChatWork } from '../../team/sessions/next-action.js';
import { liveSession } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import { type Delegation, takenBy } from '../../team/work/delegations.js';
import { FOR_ANYBODY, unread } from '../../team/work/notifications.js';
import type { EventHub } from '../events.js';
import type { Inbox, TeamEnvelope } from '../mail/incoming/inbox.js';
import type { Typist } from '../typing/typist.js';
import { aboutChat } from './first-message.js';
import type { ProgramSession } from './program-session.js';
import { clipped, envelopeOf, noticeEnvelope, type TypedNotice } from './typed-notice.js';

interface ChatTerminalParts {
  readonly team: Team;
  readonly member: Member;
  readonly inbox: Inbox;
  readonly log: Log;
  readonly session: ProgramSession;
  readonly typist: Pick<Typist, 'isFree'>;
  readonly events: Pick<EventHub, 'on'>;
  /** The work the session was started for; null if a person started it. */
  readonly why: string | null;
}

type Told = Extract<Action, { readonly conversation: Conversation }>;

const TRY_AGAIN_MS = 1_000;

export class ChatTerminal {
  readonly #parts: ChatTerminalParts;
  #unsubscribe: () => void = () => {};
  #isBusy = false;
  #isHeld = false;
  #pumping: Promise<void> = Promise.resolve();
  #again = false;
  #hasEnded = false;
  #isExitTold = false;
  /** Something waits to be typed. */
  #waitsForRest = false;
  /** Something may have been taken but not stored, because a daemon was killed or the disk was full. */
  #mustRecover = true;
  #mustGreet = true;
  /** Delegations and notices stored for this terminal. */
  readonly #kept = new Set<string>();

  constructor(parts: ChatTerminalParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { team, typist, events } = this.#parts;
    const subscriptions = [
      team.changes.watch(() => void this.#pump()),
      events.on('typistRests', () => {
        if (this.#waitsForRest && typist.isFree) void this.#pump();
      }),
    ];
    this.#unsubscribe = () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
    await this.#pump();
  }

  end(): void {
    this.#hasEnded = true;
    this.#unsubscribe();
  }

  /** Takes nothing more; resolves when everything taken is stored. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    await this.#pumping;
  }

  goOn(): void {
    this.#isHeld = false;
    void this.#pump();
  }

  /** Types the first message, which says what the session is for. */
  async #greet(): Promise<void> {
    const { team, member, inbox, why } = this.#parts;
    if (why === null) return;
    const text = await team.look((db) => aboutChat(db, member, why));
    const notice = { id: newId(), senderId: member.agentId, text, conversationId: null };
    await inbox.receiveFromTeam(this.#envelope(notice));
  }

  /** Stores what was taken last; the agent's store recognizes by id what it has already. */
  async #recover(): Promise<void> {
    const { team, member } = this.#parts;
    const { projectId, agentId } = member;
    const told = await team.look((db) => toldInTerminal(db, projectId, agentId));
    for (const { conversation, isRequestTold, isEndTold } of told) {
      if (isRequestTold) await this.#tell({ type: 'conversation_request', conversation });
      const end = conversation.state === 'expired' ? 'conversation_expired' : 'conversation_ended';
      if (isEndTold) await this.#tell({ type: end, conversation });
    }
    await this.#keepAll(await team.store.read((db) => lastForTerminal(db, { projectId, agentId })));
    const session = await this.#parts.session.current();
    const taken = session ? await team.store.read((db) => takenBy(db, session.id)) : [];
    for (const delegation of taken) if (!this.#kept.has(delegation.id)) await this.#hand(delegation);
  }

  async #pump(): Promise<void> {
    this.#again = true;
    if (this.#isBusy) return this.#pumping;
    this.#isBusy = true;
    this.#pumping = this.#run();
    return this.#pumping;
  }

  get #mayTake(): boolean {
    return !this.#hasEnded && !this.#isHeld;
  }

  async #run(): Promise<void> {
    while (this.#again && this.#mayTake) {
      this.#again = false;
      await this.#attempt(async () => {
        if (this.#mustGreet) await this.#greet();
        this.#mustGreet = false;
        if (this.#mustRecover) await this.#recover();
        this.#mustRecover = false;
        await this.#tellExit();
        while (this.#mayTake && (await this.#takeNext()));
        await this.#typeNotices();
      });
    }
    this.#isBusy = false;
  }

  /** Types once that a person has ended the chat. */
  async #tellExit(): Promise<void> {
    const { team, member, inbox } = this.#parts;
    if (this.#isExitTold) return;
    const session = await team.store.read((db) => liveSession(db, { ...member, purpose: 'chat' }));
    if (session === null || session.exit_requested_at === null) return;
    const text = textOf(languageOf(process.env), 'terminal_exit');
    await inbox.receiveFromTeam(this.#envelope({ id: newId(), senderId: member.agentId, text, conversationId: null }));
    this.#isExitTold = true;
  }

  /** False if nothing is left or nothing can be typed; the program or another session may still ask for it then. */
  async #takeNext(): Promise<boolean> {
    const { team, member, typist } = this.#parts;
    const seen = await team.look((db) => this.#next(db));
    const isWork = isChatWork(seen);
    // If this session ends before it was read, the delegation returns to pending.
    this.#waitsForRest = isWork && seen.type !== 'process_delegation' && !typist.isFree;
    if (this.#waitsForRest) await this.#join();
    if (!isWork || this.#waitsForRest) return false;
    const { action, messages } = await team.change(async (tx, now) => {
      const action = await this.#next(tx);
      await markDone(tx, action, { agentId: member.agentId, now, how: BY.terminal });
      const isMessage = action.type === 'get_pending_messages';
      return { action, messages: isMessage ? (await handOut(tx, { ...member, forTerminal: true }, 1)).messages : [] };
    });
    await this.#keepAll(messages);
    if ('conversation' in action) await this.#tell(action);
    if ('delegation' in action) await this.#hand(action.delegation);
    return true;
  }

  /** Joins even while the program is busy, so that the request does not expire. */
  async #join(): Promise<void> {
    const { team, member } = this.#parts;
    const { projectId, agentId } = member;
    if (!(await team.store.read((db) => isAsked(db, projectId, agentId)))) return;
    await team.change((tx, now) => joinPending(tx, projectId, agentId, now));
  }

  /** Once the session has ended, new chat is for another one. */
  async #next(db: Db): Promise<Action> {
    const { session, member } = this.#parts;
    return (await session.currentIn(db)) ? terminalAction(db, member) : { type: 'exit' };
  }

  /** Types notifications about work. */
  async #typeNotices(): Promise<void> {
    const { team, member, inbox } = this.#parts;
    const notices = await team.store.read(async (db) =>
      (await this.#parts.session.currentIn(db)) ? unread(db, member, FOR_ANYBODY) : [],
    );
    for (const notice of notices) {
      if (this.#kept.has(notice.id)) continue;
      await inbox.receiveFromTeam(noticeEnvelope(notice));
      this.#kept.add(notice.id);
    }
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
    const notice = { id: `${conversation.id}-${type}`, senderId: partnerId, text, conversationId: conversation.id };
    await inbox.receiveFromTeam(this.#envelope(notice));
    await team.store.writeQuietly((tx) => markKept(tx, conversation.id, member.agentId));
  }

  /** Repeats delegations that an earlier terminal was given; those it only stored are typed anyway. */
  async #hand(delegation: Delegation): Promise<void> {
    const { team, member, inbox } = this.#parts;
    const { id, targetId, purpose, context } = delegation;
    const facts = { delegation_id: id, target_agent_id: targetId, purpose: clipped(withContext(purpose, context)) };
    const begun = await team.look((db) => conversationsFor(db, delegation));
    const parts = [
      textOf(languageOf(process.env), 'terminal_delegation', facts),
      ...begun.map(({ id, state }) =>
        textOf(languageOf(process.env), 'delegation_begun', { conversation_id: id, state }),
      ),
    ];
    for (let time = 1; ; time += 1) {
      const notice = { id: `${id}-${time}`, senderId: member.agentId, text: parts.join(' '), conversationId: null };
      const { message } = await inbox.receiveFromTeam(this.#envelope(notice));
      if (!isSettled(message.receipt)) break;
    }
    this.#kept.add(id);
  }

  /** Marks them as stored here, because this store may delete them one day and would take them again. */
  async #keepAll(messages: readonly ChatMessage[]): Promise<void> {
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
