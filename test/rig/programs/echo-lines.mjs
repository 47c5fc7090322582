// Appends every line it reads, as JSON, to the file given as its argument.
import { appendFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
let rest = Buffer.alloc(0);
process.stdout.write('ready\n');
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    appendFileSync(file, `${JSON.stringify(rest.subarray(0, end).toString('utf8'))}\n`);
    rest = rest.subarray(end + 1);
  }
});
