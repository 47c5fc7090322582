/** Claude Code. It reads Escape as "stop". While its box holds text it hides "esc to interrupt", but its spinner stays. */
import { makeProfile } from '../profile.js';

export const claude = makeProfile('claude', {
  command: ['claude'],
  channels: ['claude-socket', 'claude-hook', 'paste'],
  // It drops blanks at the end of a prompt.
  typing: { guard: ' ' },
  screen: {
    ready: ['^❯'],
    // The spinner begins its line. What is said is indented, or marked with a dot.
    busy: ['⎕[\\s\\S]*esc to interrupt', '^[·✢✳✶✻✽*] \\S.*…(?=[\\s\\S]*⎕)'],
    dialog: ['^[^\\S\\n]+❯ \\S'],
    // In a low terminal the upper rule is out of sight, and so is the beginning of a long text.
    box: [
      '(?:^─{8}.*\\n|(?<![\\s\\S]))❯\\s?([\\s\\S]*?)\\n─{8}.*$',
      '(?<![\\s\\S])((?:(?![^\\S\\n]*❯)[^\\S\\n]{2}.*\\n)+)─{8}.*$',
    ],
    cursor: ['box', 'choice'],
  },
  tried: '2.1.327',
  resume: ['--continue'],
  transcript: ['$CLAUDE_CONFIG_DIR/projects/*/*.jsonl', '~/.claude/projects/*/*.jsonl'],
});
