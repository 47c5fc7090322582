/** Which of opencode's agents the person has chosen, by the last line of its input box: `┃  Plan · Model Provider`. */

const LAST_LINE = /┃[^\S\n]+(\S[^\n]*?) · [^\n]*\n[^\S\n]*╹▀/;

/**
 * Null if the screen does not show it. A message for another agent would switch the conversation to that one: from
 * planning, where nothing may be changed, to building.
 */
export function shownAgent(screen: string, agents: readonly string[]): string | null {
  const shown = LAST_LINE.exec(screen)?.[1]?.toLowerCase();
  return agents.find((name) => name.toLowerCase() === shown) ?? null;
}
