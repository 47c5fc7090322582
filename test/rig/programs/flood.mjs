// Prints as many megabytes as its argument says (as the terminal passes them on, with its own carriage returns), as fast
// as it can, then a last line, and exits with 7 at once.
import { writeSync } from 'node:fs';

const megabytes = Number(process.argv[2]);
const block = Buffer.from(`${'0123456789abcdef'.repeat(4).slice(0, 62)}\n`.repeat(1024));
for (let printed = 0; printed < megabytes * 16; printed += 1) print(block);
print(Buffer.from('the last words\n'));
process.exitCode = 7;

function print(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
