/** What each agent shows in the moments a test waits for. */
import type { ScreenView } from '../../../src/terminal/screen/screen.js';
import type { AgentName } from './install.js';
import type { AgentTerminal } from './terminal.js';

export interface Looks {
  readonly ready: RegExp;
  /** What the box shows instead of a long paste. */
  readonly token: RegExp;
  readonly dialog: RegExp;
  /** A shell command that takes a while. */
  readonly running: RegExp;
}

export const LOOKS: Readonly<Record<AgentName, Looks>> = {
  claude: { ready: /^─+\n❯/m, token: /\[Pasted text #\d+/, dialog: /Do you want to proceed\?/, running: /Running…/ },
  codex: {
    ready: /^› [\s\S]*~\/demo/m,
    token: /\[Pasted Content \d+/,
    dialog: /Would you like to run/,
    running: /terminal running|Running sleep/,
  },
  gemini: {
    ready: /Gemini CLI v[\s\S]*(Type your message|Press 'Esc')/,
    token: /\[Pasted Text/,
    dialog: /Allow execution|Apply this change|Action Required/,
    running: /Shell.*sleep 60/,
  },
  opencode: { ready: /Ask anything/, token: /\[Pasted ~\d+/, dialog: /Permission required/, running: /sleep 60/ },
};

/** Waits until it has started, has drawn and reads; returns the last screen before that which was not empty. */
export async function ready(name: AgentName, terminal: AgentTerminal): Promise<ScreenView | undefined> {
  let before: ScreenView | undefined;
  await terminal.shows((text) => {
    if (LOOKS[name].ready.test(text)) return true;
    if (text.trim() !== '') before = terminal.session.screenView();
    return false;
  });
  await terminal.settled();
  return before;
}

/** Gives the agent a short prompt: pastes it, checks the screen, presses Enter. */
export async function submit(terminal: AgentTerminal, prompt: string): Promise<void> {
  await terminal.paste(prompt);
  await terminal.shows(prompt);
  await terminal.settled();
  await terminal.type('\r');
}
