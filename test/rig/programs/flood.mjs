// Prints as many megabytes as its argument says, as fast as it can, then a last line, and exits with 7.
import { writeSync } from 'node:fs';

const megabytes = Number(process.argv[2]);
const line = `${'0123456789abcdef'.repeat(4).slice(0, 62)}\r\n`;
const block = Buffer.from(line.repeat(1024));
for (let written = 0; written < megabytes * 1024 * 1024; ) {
  for (let at = 0; at < block.length; ) at += write(block.subarray(at));
  written += block.length;
}
write(Buffer.from('the last words\r\n'));
process.exitCode = 7;

function write(bytes) {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
    return 0;
  }
}
