// A full-screen program that a test controls: an input box between two rules, a busy sign, dialogs. It records every prompt it
// was given (and every key that mattered), as JSON, to its first argument, and obeys what comes over the socket named by
// its second: a JSON object changes how it behaves, anything else runs a command as puppet.pl does.
import { spawn } from 'node:child_process';
import { appendFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';

if (process.argv.includes('--version')) {
  console.log(process.env.BOX_VERSION ?? '');
  process.exit();
}
const [file, socketPath] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const note = (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
const state = {
  shown: process.env.BOX_HIDDEN !== '1',
  busy: false,
  dialog: null,
  draft: '',
  history: [],
  /** How many of the next Enters are lost. */
  deafEnters: 0,
  dropsPastes: false,
  /** Empties its box at the next Enter, and ends before it has done anything else. */
  diesOnEnter: false,
  /** Opens a dialog as soon as the box is not empty. */
  dialogOnText: null,
  /** What opens at the next paste and swallows it: a `dialog`, or a `menu` that nobody knows. */
  opensOnPaste: null,
  /** A menu is open. */
  menu: false,
  /** Stays on the screen when the box is emptied, until the size of the terminal changes. */
  leftover: '',
  /** Works for as long as the test wants after each prompt. */
  worksOnPrompts: false,
  /** Puts the last prompt back into the box when its work is interrupted. */
  restoresPrompts: false,
  /** What opens as soon as the dialog is answered. */
  nextDialog: null,
  /** Shows the choices without numbers. */
  unnumbered: false,
  /** Ends at the first answer to a dialog. */
  diesOnAnswer: false,
  /** Draws without end, as a program with a clock does. */
  restless: false,
  /** Draws only the end of the screen if there is text in the box, as in a low terminal. */
  hidesText: false,
  /** The first line of the screen. */
  banner: null,
};

function draw() {
  const { columns = 80 } = process.stdout;
  const rule = '─'.repeat(columns);
  const lines = state.history.slice(-5).map((prompt) => `❯ ${prompt.split('\n')[0].slice(0, columns - 4)}`);
  if (state.banner) lines.unshift(state.banner);
  if (!state.shown) lines.push('loading');
  else if (state.menu) lines.push('Select a theme', '  dark', '  light');
  else if (state.dialog) lines.push('Do you want to proceed?', ` ${state.dialog}`, ...choices());
  else {
    const content = state.history.length > 0 ? state.draft || state.leftover : state.draft;
    const shown = content.length > 2000 ? `[Pasted text ${content.length}]` : content;
    const box = shown === '' ? '\x1b[2mTry "write a test"\x1b[22m' : shown.split('\n').join('\r\n  ');
    lines.push(rule, `❯ ${box}`, rule, state.busy ? '* working (esc to interrupt)' : '  ? for shortcuts');
  }
  const shown = state.hidesText && state.draft !== '' ? lines.slice(-2) : lines;
  process.stdout.write(`\x1b[H\x1b[2J${shown.join('\r\n')}`);
}

function choices() {
  return state.unnumbered ? [' ❯ Yes', '   No'] : [' ❯ 1. Yes', '   2. No'];
}

function enter() {
  if (state.dialog) {
    if (state.diesOnAnswer) process.exit();
    note(`<approved ${state.dialog}>`);
    state.dialog = null;
    return;
  }
  if (state.deafEnters > 0) {
    state.deafEnters--;
    note('<enter lost>');
    return;
  }
  if (state.draft === '') return;
  if (state.diesOnEnter) {
    state.draft = '';
    setTimeout(() => process.exit(1), 200);
    return;
  }
  note(state.draft);
  const isWork = state.draft.includes(process.env.BOX_WORK_ON ?? '');
  state.history.push(state.draft);
  state.draft = '';
  if (state.worksOnPrompts) state.busy = true;
  if (process.env.BOX_WORK_MS && isWork) work(Number(process.env.BOX_WORK_MS));
}

/** Works for a while, and draws when it is done. */
function work(ms) {
  state.busy = true;
  clearTimeout(state.timer);
  const timer = setTimeout(() => {
    state.busy = false;
    draw();
  }, ms);
  Object.defineProperty(state, 'timer', { value: timer, enumerable: false, configurable: true });
}

function type(text) {
  if (state.opensOnPaste) {
    note('<swallowed>');
    if (state.opensOnPaste === 'menu') state.menu = true;
    else state.dialog = 'read a file';
    state.opensOnPaste = null;
  }
  if (!state.shown || state.dialog || state.menu) return;
  state.draft += text;
  if (state.dialogOnText) {
    state.dialog = state.dialogOnText;
    state.dialogOnText = null;
  }
}

function choose(key) {
  note(`<chose ${key}>`);
  state.dialog = state.nextDialog;
  state.nextDialog = null;
}

let pasting = null;
function take(text) {
  for (let index = 0; index < text.length; index++) {
    const rest = text.slice(index);
    if (rest.startsWith('\x1b[200~')) {
      pasting = '';
      index += 5;
    } else if (rest.startsWith('\x1b[201~')) {
      if (state.dropsPastes) note('<paste dropped>');
      else type(pasting ?? '');
      pasting = null;
      index += 5;
    } else if (pasting !== null) pasting += text[index];
    else if (text[index] === '\r') enter();
    else if (text[index] === '\x1b') {
      note('<escape>');
      if (state.busy && state.restoresPrompts) state.draft = state.history.pop() ?? '';
      state.busy = false;
    } else if (text[index] === '\x15') state.draft = '';
    else if (state.dialog && /\d/.test(text[index])) choose(text[index]);
    else type(text[index]);
  }
  draw();
}

process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8').on('data', take);
process.stdout.on('resize', () => {
  state.leftover = '';
  draw();
});
process.stdout.write(process.env.BOX_NO_PASTE === '1' ? '\x1b[?1049h' : '\x1b[?1049h\x1b[?2004h');
draw();
setInterval(() => state.restless && draw(), 50);

// A socket can be seen before it takes connections: it gets its name when it does.
createServer({ allowHalfOpen: true }, (socket) => {
  const chunks = [];
  socket.on('error', () => {}).on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => obey(Buffer.concat(chunks).toString(), socket));
}).listen(`${socketPath}.new`, () => renameSync(`${socketPath}.new`, socketPath));

function obey(order, socket) {
  if (order.startsWith('{')) {
    Object.assign(state, JSON.parse(order));
    draw();
    socket.end(JSON.stringify(state));
    return;
  }
  // The same as puppet.pl takes; without input.
  const words = order.split('\0');
  const [program, ...args] = words.splice(0, 1 + Number(words[0])).slice(1);
  const env = Object.fromEntries(words.slice(1, 1 + Number(words[0])).map((pair) => pair.split(/=(.*)/s)));
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    return parts;
  });
  child.on('close', (code) => {
    const head = `${code ?? '-'} ${Buffer.concat(stdout).length}\n`;
    socket.end(Buffer.concat([Buffer.from(head), ...stdout, ...stderr]));
  });
}
