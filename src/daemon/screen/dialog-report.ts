/** Reports a dialog in a session that nobody watches: to the agent's parent, and to a person if that does not help. */
import { type Language, textOf } from '../../i18n.js';
import type { Log } from '../../log.js';
import { isRunning } from '../../registry/entry.js';
import type { Registry } from '../../registry/registry.js';
import { findAgent } from '../../team/people/agents.js';
import { findProject } from '../../team/people/projects.js';
import type { Team } from '../../team/team.js';
import type { Dialog } from '../../terminal/screen/dialog.js';
import { DEFAULT_EXPIRY_MS } from '../mail/lifetimes.js';
import type { Outbox } from '../mail/outgoing/outbox.js';
import { type ScreenStatus, summaryOf } from './screen-status.js';

export interface DialogReportParts {
  readonly team: () => Promise<Team | null>;
  readonly registry: Registry;
  readonly outbox: Pick<Outbox, 'send'>;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly language: Language;
  /** What the session is called, whose session it is, and what it is for. */
  readonly session: {
    readonly session: string;
    readonly agentId: string;
    readonly projectId: string;
    readonly purpose: string;
    readonly why: string;
  };
}

/** How long the parent may take before a person is told. */
const PATIENCE_MS = 60_000;
const PRIORITY = 4;

export class DialogReport {
  readonly #parts: DialogReportParts;
  readonly #status: Pick<ScreenStatus, 'dialog' | 'onState'>;
  /** The wording of the dialog that is open. */
  #reported: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: DialogReportParts, status: Pick<ScreenStatus, 'dialog' | 'onState'>) {
    this.#parts = parts;
    this.#status = status;
    status.onState(() => void this.#look());
    // A dialog may have opened before this listened.
    void this.#look();
  }

  async #look(): Promise<void> {
    const { dialog } = this.#status;
    const wording = dialog && wordingOf(dialog);
    if (wording === this.#reported) return;
    this.#reported = wording;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!dialog) return;
    try {
      await this.#report(dialog);
    } catch (error) {
      this.#parts.log.error('cannot report a dialog', { reason: (error as Error).message });
    }
  }

  async #report(dialog: Dialog): Promise<void> {
    const wording = this.#reported;
    const { above, person } = await this.#whom();
    const first = above ?? person;
    if (first !== null) await this.#tell(first, dialog);
    if (person === null || person === first) return;
    const patience = Number(this.#parts.env.SYNAPSE_DIALOG_PATIENCE_SECONDS) * 1000 || PATIENCE_MS;
    this.#timer = setTimeout(() => {
      if (this.#reported === wording) void this.#tell(person, dialog);
    }, patience);
    this.#timer.unref();
  }

  /** The parent, if it can be reached, and the person the project belongs to. */
  async #whom(): Promise<{ readonly above: string | null; readonly person: string | null }> {
    const { registry, session } = this.#parts;
    const team = await this.#parts.team();
    if (!team) return { above: null, person: null };
    const [parent, project] = await team.look(async (db) => {
      const parentId = (await findAgent(db, session.agentId))?.parentId;
      return [parentId ? await findAgent(db, parentId) : null, await findProject(db, session.projectId)];
    });
    const person = project?.createdBy ?? null;
    if (parent?.kind === 'human') return { above: parent.id, person };
    const known = parent && registry.get(parent.id);
    return { above: known && isRunning(known) ? known.id : null, person };
  }

  async #tell(target: string, dialog: Dialog): Promise<void> {
    const { outbox, session, log, language } = this.#parts;
    const { agentId, ...facts } = session;
    const key = dialog.choices.length > 0 ? 'dialog_open' : 'dialog_open_without_choices';
    const text = textOf(language, key, { ...facts, agent_id: agentId, question: summaryOf(dialog) });
    const how = {
      session: session.session,
      responseExpected: false,
      replyTo: null,
      taskId: null,
      priority: PRIORITY,
      expiresMs: DEFAULT_EXPIRY_MS,
    };
    try {
      await outbox.send({ target, parts: [{ type: 'text', text }], ...how });
    } catch (error) {
      log.error('cannot report a dialog', { target, reason: (error as Error).message });
    }
  }
}

/** Letters only, so that a dialog with a countdown or a moving cursor is still the same. */
function wordingOf(dialog: Dialog): string {
  return summaryOf(dialog).replace(/\P{L}+/gu, ' ');
}
