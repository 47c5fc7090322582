/** Claude Code. It reads Escape as "stop". While its box holds text it hides "esc to interrupt", but its spinner stays. */
import { makeProfile } from '../profile.js';

// The spinner begins its line. What is said is indented, or marked with a dot.
const MARK = '[·✢✳✶✻✽*]';
const SPINNER = `^${MARK} \\S.*…`;
// When 2.1.197 was stopped and continues, it draws all it has said once more, from its banner on and below a spinner
// of before. A spinner above the end of a turn or above the banner is one of those, and never moves again.
const TURN_END = `${MARK} \\S+ for (?:\\d+[dhm] )*\\d+s\\b`;
const BANNER = '(?:❯ )?[^\\S\\n]?(?:▐▛███|╭─+ Claude Code)';

export const claude = makeProfile('claude', {
  command: ['claude'],
  channels: ['claude-socket', 'claude-hook', 'paste'],
  // It drops blanks at the end of a prompt.
  typing: { guard: ' ' },
  screen: {
    ready: ['^❯'],
    busy: ['⎕[\\s\\S]*esc to interrupt', `${SPINNER}(?=.*\\n(?:(?!⎕|${TURN_END}|${BANNER}).*\\n)*⎕)`],
    dialog: ['^[^\\S\\n]+❯ \\S'],
    // In a low terminal the upper rule is out of sight, and so is the beginning of a long text.
    box: [
      '(?:^─{8}.*\\n|(?<![\\s\\S]))❯\\s?([\\s\\S]*?)\\n─{8}.*$',
      '(?<![\\s\\S])((?:(?![^\\S\\n]*❯)[^\\S\\n]{2}.*\\n)+)─{8}.*$',
    ],
    cursor: ['box', 'choice'],
  },
  tried: '2.1.328',
  resume: ['--continue'],
  transcript: ['$CLAUDE_CONFIG_DIR/projects/*/*.jsonl', '~/.claude/projects/*/*.jsonl'],
});
