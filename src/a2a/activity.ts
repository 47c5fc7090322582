/** The events of `GET /activity`: which agents there are, who needs the person, and everything that happens. The command line and the page read them too. */

/** An agent of the home as it is now, running or not. */
export interface AgentCard {
  readonly id: string;
  /** The kind of program, such as `claude` or `shell`; `human` for a person. */
  readonly profile: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly project: string | null;
  readonly kind: 'ai' | 'human';
  readonly status: string;
  readonly status_reason: string | null;
  /** When it came to have this status. */
  readonly status_at: string | null;
  /** Where the status is known from: a hook, an event, a transcript or the screen; null for a line-oriented program. */
  readonly by: string | null;
  /** The beginning of the newest request that it has not answered, or why it was started; null if there is neither. */
  readonly doing: string | null;
  /** Who asked for that. */
  readonly doing_for: string | null;
  readonly doing_since: string | null;
  /** How many requests it has not answered. */
  readonly open_requests: number;
  /** The channel over which messages reach its program. */
  readonly channel: string | null;
  readonly port: number | null;
  readonly cwd: string;
  /** Its terminals, by the names that `--session` takes. */
  readonly sessions: readonly CardSession[];
  readonly started_at: string | null;
  /** Random per run. Another one is another run of the agent. */
  readonly instance: string | null;
  /** Whether the stream follows its daemon. If not, its card comes from the registry alone, and its mail is missing. */
  readonly followed: boolean;
}

interface CardSession {
  readonly session: string;
  readonly purpose: 'task' | 'chat' | null;
  readonly project: string | null;
  readonly status: string;
  readonly status_reason: string | null;
  readonly by: string | null;
  readonly channel: string | null;
}

export interface DialogChoice {
  /** What answers the dialog. */
  readonly key: string;
  readonly text: string;
  /** Whether the program's own cursor is on it. */
  readonly marked: boolean;
}

/** A question that a program asks the person in front of it. */
export interface OpenDialog {
  readonly agent: string;
  readonly session: string;
  /** What `synapse answer` and `POST /control/answer` take as `dialog`. */
  readonly dialog: string;
  readonly text: string;
  /** Empty if they are not known. */
  readonly choices: readonly DialogChoice[];
  /** The tool and its exact command, if the program itself has named them. */
  readonly tool: string | null;
  readonly command: string | null;
}

interface NeedBase {
  /** The same for as long as the matter is the same, also after a restart of every daemon. */
  readonly id: string;
  /** The agent that needs the person, or that the matter is about. */
  readonly agent: string;
  readonly project: string | null;
  readonly since: string;
  /** What it is about, in the words of its author. */
  readonly text: string;
}

/** Something that waits for the person. */
export type Need =
  | (NeedBase & { readonly what: 'dialog' } & Omit<OpenDialog, 'agent'>)
  /** The agent asked back; `synapse send <agent> --task <task>` answers it. */
  | (NeedBase & { readonly what: 'question'; readonly task: string; readonly short_id: string })
  /** The agent waits for an answer of the person; `synapse reply --to <task>` answers. */
  | (NeedBase & { readonly what: 'request'; readonly task: string; readonly short_id: string })
  /** Agents wrote to the person in the chat of a project; `synapse inbox` reads it. `agent` wrote last. */
  | (NeedBase & {
      readonly what: 'chat';
      readonly project: string;
      /** The oldest ones, in the order in which they are read. */
      readonly messages: readonly { readonly id: string; readonly from: string; readonly text: string }[];
    })
  /** A work task waits for approval. `agent` asked for it. */
  | (NeedBase & { readonly what: 'approval'; readonly work: string })
  /** A message that did not get through, or nobody knows whether it did. `agent` sent it. */
  | (NeedBase & {
      readonly what: 'message';
      readonly short_id: string;
      readonly to: string;
      readonly state: 'failed' | 'expired' | 'uncertain';
      readonly reason: string | null;
    })
  /** A session that failed too often and is not tried again. */
  | (NeedBase & { readonly what: 'given_up'; readonly purpose: 'task' | 'chat'; readonly reason: string | null })
  /** The daemon of the agent was killed. */
  | (NeedBase & { readonly what: 'dead' })
  /** Mail of the agent has waited for over a minute. */
  | (NeedBase & { readonly what: 'held'; readonly count: number; readonly reason: string });

/** What happens, without its cursor and time. */
export type Happening =
  /** `gone`: the address of the agent has ended. */
  | {
      readonly event: 'agent';
      readonly what: 'started' | 'changed' | 'stopped' | 'died' | 'gone';
      readonly agent: AgentCard;
    }
  | ({ readonly event: 'dialog'; readonly what: 'opened' } & OpenDialog)
  | {
      readonly event: 'dialog';
      readonly what: 'closed';
      readonly agent: string;
      readonly session: string;
      readonly dialog: string;
    }
  | MessageHappening
  | ReceiptHappening
  /** The state of a request, as its sender sees it. */
  | {
      readonly event: 'task';
      readonly task: string;
      readonly short_id: string;
      readonly from: string;
      readonly to: string;
      readonly state: string;
      readonly reason: string | null;
    }
  | ChatHappening
  | ConversationHappening
  | DelegationHappening
  | WorkHappening
  | ExecutionHappening
  | { readonly event: 'need'; readonly what: 'added' | 'changed'; readonly need: Need }
  | { readonly event: 'need'; readonly what: 'gone'; readonly id: string }
  /** Whether the stream can follow a daemon. While it cannot, mail between others may be missing. */
  | {
      readonly event: 'following';
      readonly what: 'lost' | 'back';
      readonly agent: string;
      readonly reason: string | null;
    };

interface MessageHappening {
  readonly event: 'message';
  /** The id of the message. Its receipts have the same. */
  readonly id: string;
  /** The id of the exchange; its beginning is what terminals show. */
  readonly exchange: string;
  readonly short_id: string;
  readonly from: string;
  readonly to: string;
  /** `request`, `message`, `answer`, `question`, `failure`, … */
  readonly kind: string;
  /** The beginning of the text. */
  readonly text: string;
  readonly is_cut: boolean;
  readonly priority: number;
  readonly receipt: string;
}

/** `delivered`, `held`, `submitted`, `answered`, `expired`, `failed` or `uncertain`: the steps that matter. */
interface ReceiptHappening {
  readonly event: 'receipt';
  readonly id: string;
  readonly short_id: string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
  readonly reason: string | null;
  readonly via: string | null;
}

/** A message in the chat of a project. */
interface ChatHappening {
  readonly event: 'chat';
  readonly id: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly is_cut: boolean;
  readonly conversation: string | null;
  readonly work: string | null;
}

interface ConversationHappening {
  readonly event: 'conversation';
  readonly id: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'pending' | 'active' | 'terminating' | 'ended' | 'expired';
  readonly purpose: string | null;
  readonly work: string | null;
  readonly turns: number;
  readonly max_turns: number;
  readonly ended_by: string | null;
  readonly reason: string | null;
}

interface DelegationHappening {
  readonly event: 'delegation';
  readonly id: string;
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly purpose: string;
  readonly work: string | null;
  readonly result: string | null;
}

interface WorkHappening {
  readonly event: 'work';
  readonly what: 'created' | 'changed';
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly status: string;
  /** The status before; null if it is the same, or the task is new. */
  readonly status_before: string | null;
  readonly assignee: string | null;
  readonly approval: 'approved' | 'pending_approval' | 'rejected';
  readonly result: string | null;
  readonly created_by: string;
  /** Who did this. */
  readonly by: string | null;
}

interface ExecutionHappening {
  readonly event: 'execution';
  readonly what: 'started' | 'finished';
  readonly id: string;
  readonly project: string;
  readonly agent: string;
  readonly work: string;
  readonly title: string | null;
  readonly status: string;
  readonly exit_code: number | null;
}

/** `cursor` is what `?since=` takes after a break. */
export type Activity = Happening & { readonly cursor: string; readonly at: string };

/** The first event of a stream, and the next one after a gap. */
export interface Snapshot {
  readonly cursor: string;
  readonly at: string;
  /** The person whom `needs` is about. */
  readonly person: string;
  /** True if `?since=` named a place that is too long ago, or of an earlier run of the daemon: things may be missing. */
  readonly gap: boolean;
  readonly agents: readonly AgentCard[];
  readonly needs: readonly Need[];
  /** What happened in the time that `?past=` names, oldest first. */
  readonly past: readonly Activity[];
}

/** One event of the stream: its name in `event`, and the rest in `data`. */
export type ActivityEvent =
  | { readonly event: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly event: 'change'; readonly change: Activity };
