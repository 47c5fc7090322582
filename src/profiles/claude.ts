/** Claude Code. It reads Escape as "stop", and hides "esc to interrupt" while its box holds text; its spinner stays. */
import { makeProfile } from './profile.js';

export const claude = makeProfile('claude', {
  command: ['claude'],
  screen: {
    ready: ['^❯'],
    busy: ['esc to interrupt', '^[^\\S\\n]*[·✢✳✶✻✽*]\\s\\S+…'],
    // With its choices below: an answer may well end with the same question.
    dialog: ['Do you want to .*\\?(?=[\\s\\S]*^\\s+❯ \\d+\\. )', '^\\s+❯ \\d+\\. '],
    box: ['^─{8}.*\\n❯\\s?([\\s\\S]*?)\\n─{8}.*$'],
  },
  resume: ['--continue'],
  transcript: ['$CLAUDE_CONFIG_DIR/projects/*/*.jsonl', '~/.claude/projects/*/*.jsonl'],
});
