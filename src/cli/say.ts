/** stdout is the answer, stderr is the conversation. */

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
