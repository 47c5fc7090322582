/** Chat in a terminal: takes requests, messages and ends from the team store and types them like other messages. */
import type { Log } from '../../log.js';
import { markDone, terminalAction } from '../../team/chat/chat-work.js';
import { BY, isAsked, toldInTerminal } from '../../team/chat/conversation-reads.js';
import { joinPending } from '../../team/chat/conversations.js';
import { handOut, lastForTerminal } from '../../team/chat/handing-out.js';
import { type Action, isChatWork } from '../../team/sessions/next-action.js';
import type { Db } from '../../team/store/schema.js';
import { takenBy } from '../../team/work/delegations.js';
import type { EventHub } from '../events.js';
import type { Typist } from '../typing/typist.js';
import { ChatTyping, type ChatTypingParts } from './chat-typing.js';

interface ChatTerminalParts extends ChatTypingParts {
  readonly log: Log;
  readonly typist: Pick<Typist, 'isFree'>;
  readonly events: Pick<EventHub, 'on'>;
}

const TRY_AGAIN_MS = 1_000;

export class ChatTerminal {
  readonly #parts: ChatTerminalParts;
  readonly #typing: ChatTyping;
  #unsubscribe: () => void = () => {};
  #isBusy = false;
  #isIntakePaused = false;
  #pumping: Promise<void> = Promise.resolve();
  #again = false;
  #hasEnded = false;
  /** Something waits to be typed. */
  #waitsForTypist = false;
  /** Something may have been taken but not stored, because a daemon was killed or the disk was full. */
  #mustRecover = true;
  #mustGreet = true;

  constructor(parts: ChatTerminalParts) {
    this.#parts = parts;
    this.#typing = new ChatTyping(parts);
  }

  async start(): Promise<void> {
    const { team, typist, events, member } = this.#parts;
    const subscriptions = [
      team.changes.watch(member, () => void this.#pump()),
      events.on('typistIdle', () => {
        if (this.#waitsForTypist && typist.isFree) void this.#pump();
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
  async pauseIntake(): Promise<void> {
    this.#isIntakePaused = true;
    await this.#pumping;
  }

  resumeIntake(): void {
    this.#isIntakePaused = false;
    void this.#pump();
  }

  /** Stores what was taken last; the agent's store recognizes by id what it has already. */
  async #recover(): Promise<void> {
    const { team, member } = this.#parts;
    const { projectId, agentId } = member;
    const told = await team.look((db) => toldInTerminal(db, projectId, agentId));
    for (const { conversation, isRequestTold, isEndTold } of told) {
      if (isRequestTold) await this.#typing.tell({ type: 'conversation_request', conversation });
      const end = conversation.state === 'expired' ? 'conversation_expired' : 'conversation_ended';
      if (isEndTold) await this.#typing.tell({ type: end, conversation });
    }
    await this.#typing.keepAll(await team.store.read((db) => lastForTerminal(db, { projectId, agentId })));
    const session = await this.#parts.session.current();
    const taken = session ? await team.store.read((db) => takenBy(db, session.id)) : [];
    for (const delegation of taken) if (!this.#typing.has(delegation)) await this.#typing.hand(delegation);
  }

  async #pump(): Promise<void> {
    this.#again = true;
    if (this.#isBusy) return this.#pumping;
    this.#isBusy = true;
    this.#pumping = this.#run();
    return this.#pumping;
  }

  get #mayTake(): boolean {
    return !this.#hasEnded && !this.#isIntakePaused;
  }

  async #run(): Promise<void> {
    while (this.#again && this.#mayTake) {
      this.#again = false;
      await this.#attempt(async () => {
        if (this.#mustGreet) await this.#typing.greet();
        this.#mustGreet = false;
        if (this.#mustRecover) await this.#recover();
        this.#mustRecover = false;
        await this.#typing.tellExit();
        while (this.#mayTake && (await this.#takeNext()));
        await this.#typing.typeNotices();
      });
    }
    this.#isBusy = false;
  }

  /** False if nothing is left or nothing can be typed; the program or another session may still ask for it then. */
  async #takeNext(): Promise<boolean> {
    const { team, member, typist, session } = this.#parts;
    const seen = await team.look((db) => this.#next(db));
    if (seen.type === 'exit' && (await session.regain())) return true;
    const isWork = isChatWork(seen);
    // If this session ends before it was read, the delegation returns to pending.
    this.#waitsForTypist = isWork && seen.type !== 'process_delegation' && !typist.isFree;
    if (this.#waitsForTypist) await this.#join();
    if (!isWork || this.#waitsForTypist) return false;
    const { action, messages } = await team.change(async (tx, now) => {
      const action = await this.#next(tx);
      await markDone(tx, action, { agentId: member.agentId, now, how: BY.terminal });
      const isMessage = action.type === 'get_pending_messages';
      return { action, messages: isMessage ? (await handOut(tx, { ...member, forTerminal: true }, 1)).messages : [] };
    });
    await this.#typing.keepAll(messages);
    if ('conversation' in action) await this.#typing.tell(action);
    if ('delegation' in action) await this.#typing.hand(action.delegation);
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
