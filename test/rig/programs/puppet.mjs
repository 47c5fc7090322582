// A terminal program on a string: writes down every line it reads (and every interrupt), as JSON, to its first argument,
// and runs the commands that come over the socket named by its second, in its own terminal and environment.
import { spawn } from 'node:child_process';
import { appendFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';

const [file, socketPath] = process.argv.slice(2);
const note = (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);

process.on('SIGINT', () => note('<interrupt>'));
let rest = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    note(rest.subarray(0, end).toString('utf8'));
    rest = rest.subarray(end + 1);
  }
});

// A socket can be seen before it takes connections: it gets its name when it does.
createServer((socket) => {
  let order = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (chunk) => {
    order += chunk;
    if (order.endsWith('\n')) obey(JSON.parse(order), socket);
  });
}).listen(`${socketPath}.new`, () => renameSync(`${socketPath}.new`, socketPath));

function obey({ argv: [program, ...args], env, input }, socket) {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  child.on('error', (error) => socket.end(JSON.stringify({ code: null, stdout, stderr: error.message })));
  child.on('close', (code) => socket.end(JSON.stringify({ code, stdout, stderr })));
  socket.on('close', () => child.kill());
}
