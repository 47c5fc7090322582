/** What a check of `synapse doctor` finds. */

export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly subject: string;
  readonly sentence: string;
  readonly remedy: string | null;
}

export const ok = (subject: string, sentence: string): Finding => ({ level: 'ok', subject, sentence, remedy: null });
export const warning = (subject: string, sentence: string, remedy: string | null): Finding => ({
  level: 'warning',
  subject,
  sentence,
  remedy,
});
export const problem = (subject: string, sentence: string, remedy: string | null): Finding => ({
  level: 'problem',
  subject,
  sentence,
  remedy,
});

export function firstLine(error: unknown): string {
  return String((error as Error).message ?? error).split('\n')[0] ?? '';
}
