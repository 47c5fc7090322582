// A full-screen program in raw mode: records every byte it reads, as hex, in the file given as its first argument, and
// prints what its second says first. "exit N", "signal NAME" and "print TEXT" as typed lines are obeyed.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [file, greeting = 'ready'] = process.argv.slice(2);
process.stdin.setRawMode(true);
// Node leaves the translation of line ends on; full-screen programs do not.
execFileSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'ignore', 'ignore'] });
let line = '';
process.stdin.on('data', (chunk) => {
  appendFileSync(file, chunk.toString('hex'));
  line += chunk.toString('latin1');
  for (let end = line.indexOf('\r'); end >= 0; end = line.indexOf('\r')) {
    obey(line.slice(0, end));
    line = line.slice(end + 1);
  }
});
process.stdout.on('resize', () => process.stdout.write(`[size ${process.stdout.columns}x${process.stdout.rows}]`));
appendFileSync(file, '');
process.stdout.write(JSON.parse(`"${greeting}"`));

function obey(order) {
  const [, verb, rest] = /(exit|signal|print) (.*)$/s.exec(order) ?? [];
  if (verb === 'exit') process.exit(Number(rest));
  else if (verb === 'signal') process.kill(process.pid, rest);
  else if (verb === 'print') process.stdout.write(JSON.parse(`"${rest}"`));
}
