/** What each agent shows in the moments a test waits for. */
import type { AgentName } from './install.js';
import type { AgentTerminal } from './terminal.js';

export interface Looks {
  readonly ready: RegExp;
  /** What stands in the box for a long paste. */
  readonly token: RegExp;
  readonly dialog: RegExp;
}

export const LOOKS: Readonly<Record<AgentName, Looks>> = {
  claude: { ready: /^─+\n❯/m, token: /\[Pasted text #\d+/, dialog: /Do you want to proceed\?/ },
  codex: { ready: /^› /m, token: /\[Pasted Content \d+/, dialog: /Would you like to run/ },
  gemini: {
    ready: /Type your message/,
    token: /\[Pasted Text/,
    dialog: /Allow execution|Apply this change|Action Required/,
  },
  opencode: { ready: /Ask anything/, token: /\[Pasted ~\d+/, dialog: /Permission required/ },
};

/** Started, drawn and willing to read. */
export async function ready(name: AgentName, terminal: AgentTerminal): Promise<void> {
  await terminal.shows(LOOKS[name].ready);
  await terminal.settled();
}

/** Gives the agent a short prompt by hand: one paste, one look, one Enter. */
export async function submit(terminal: AgentTerminal, prompt: string): Promise<void> {
  await terminal.paste(prompt);
  await terminal.shows(prompt);
  await terminal.settled();
  await terminal.type('\r');
}
