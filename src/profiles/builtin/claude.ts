/** Claude Code. It reads Escape as "stop". While its box holds text it hides "esc to interrupt", but its spinner stays. */
import { makeProfile } from '../profile.js';

export const claude = makeProfile('claude', {
  command: ['claude'],
  channels: ['claude-socket', 'claude-hook', 'paste'],
  screen: {
    ready: ['^❯'],
    busy: ['esc to interrupt', '^[^\\S\\n]*[·✢✳✶✻✽*]\\s\\S+…'],
    // Includes the choices below, because an answer may end with the same question.
    dialog: ['Do you want to .*\\?(?=[\\s\\S]*^\\s+❯ \\d+\\. )', '^\\s+❯ \\d+\\. '],
    box: ['^─{8}.*\\n❯\\s?([\\s\\S]*?)\\n─{8}.*$'],
  },
  resume: ['--continue'],
  transcript: ['$CLAUDE_CONFIG_DIR/projects/*/*.jsonl', '~/.claude/projects/*/*.jsonl'],
});
