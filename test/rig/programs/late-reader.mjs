// Reads nothing until the file given as its first argument exists, then appends what it reads to the second.
import { appendFileSync, existsSync } from 'node:fs';

const [signalFile, outputFile] = process.argv.slice(2);
process.stdout.write('ready\n');
const waiting = setInterval(() => {
  if (!existsSync(signalFile)) return;
  clearInterval(waiting);
  process.stdin.on('data', (chunk) => appendFileSync(outputFile, chunk));
}, 10);
