/** The commands about agents: starting them, looking at them, ending them. */
import { type ArgumentSpec, type CommandSpec, WRAP } from '../command.js';
import {
  answerOptions,
  attachOptions,
  jsonOptions,
  listOptions,
  logsOptions,
  startOptions,
  stopOptions,
  wrapOptions,
} from '../options.js';

const program: readonly ArgumentSpec[] = [
  { usage: '<profile>', description: 'shell, or one that `synapse profiles` lists', completes: 'profile' },
  { usage: '[command...]', description: 'after --: the program and its arguments', completes: 'command' },
];

const agent: ArgumentSpec = {
  usage: '<agent>',
  description: 'a name, an id, the beginning of an id, type-port, or a type',
  completes: 'agent',
};

export const AGENT_COMMANDS: readonly CommandSpec[] = [
  {
    path: WRAP,
    group: 'agents',
    summary: 'Run a program in this terminal, as an agent',
    details: [
      'It looks and feels like the bare program, and it can be reached by messages. The exit code is that of the program.',
      'Closing the terminal ends the agent. Ctrl-] detaches: the agent runs on in the background, and `synapse attach` comes back to it.',
      'For the profile shell, what follows -- is the program itself; for other profiles it is further arguments. Interactive shells are refused without --allow-shell.',
    ],
    arguments: program,
    options: wrapOptions,
    examples: [
      { command: 'synapse shell -- python3', meaning: 'a program that others can write to' },
      {
        command: 'synapse claude --id reviewer -- --continue',
        meaning: 'a lasting address, and an argument of its own',
      },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'start',
    group: 'agents',
    summary: 'Start a program as an agent, in the background',
    details: [
      'Starts the program in a terminal of its own, with a daemon that takes messages for it, and returns when that daemon answers. The id is printed on stdout.',
      'For the profile shell, what follows -- is the program itself: any program that reads lines. For other profiles it is further arguments. Interactive shells are refused without --allow-shell, because they would execute every message they get.',
      'An agent with an --id of its own has a lasting address: mail to it is kept while it is down. Without one it gets the address synapse-<profile>-<port>.',
    ],
    arguments: program,
    options: startOptions,
    examples: [
      { command: 'synapse start shell -- ./my-agent.sh', meaning: 'a script that reads messages line by line' },
      {
        command: 'synapse start shell --id worker-a --role "runs the tests" -- node worker.mjs',
        meaning: 'with a lasting address',
      },
      { command: 'synapse start shell --json -- cat', meaning: 'prints id, port and pid as JSON' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'attach',
    group: 'agents',
    summary: "Show an agent's terminal in this one, and type into it",
    details: [
      'Shows its screen as it is now, and everything from then on. Keys go to the program. Ctrl-] detaches and leaves the agent running; so does closing this terminal.',
      'Several can look at once; whoever typed last decides the size.',
    ],
    arguments: [agent],
    options: attachOptions,
    examples: [
      { command: 'synapse attach worker-a', meaning: 'sit down in front of it; Ctrl-] leaves' },
      { command: 'synapse attach worker-a --read-only', meaning: 'look over its shoulder' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'keys',
    group: 'agents',
    summary: "Type keys into an agent's terminal",
    details: [
      'Plain text is typed as it is. Other keys stand in angle brackets: <enter>, <esc>, <tab>, <shift-tab>, <space>, <backspace>, <delete>, <up>, <down>, <left>, <right>, <home>, <end>, <pageup>, <pagedown>, <f1> to <f12>, <ctrl-c>, <alt-x>. A plain "<" is <lt>.',
    ],
    arguments: [agent, { usage: '<keys>', description: 'text, and keys by name' }],
    options: jsonOptions,
    examples: [
      { command: "synapse keys worker-a 'yes<enter>'", meaning: 'answer a question on its screen' },
      { command: "synapse keys worker-a '<ctrl-c>'", meaning: 'interrupt it' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'list',
    group: 'agents',
    summary: 'List the agents and what they are doing',
    details: [
      'Shows id, type, name, status (starting, ready, busy, waiting, paused, stopped, dead), current task, port, project and how old that knowledge is.',
    ],
    arguments: [],
    options: listOptions,
    examples: [
      { command: 'synapse list', meaning: 'everybody who can be reached' },
      { command: 'synapse list --watch', meaning: 'a live table; Ctrl-C ends it' },
      { command: "synapse list --json | jq -r '.agents[].id'", meaning: 'only the ids' },
    ],
    exits: [0, 1],
  },
  {
    path: 'status',
    group: 'agents',
    summary: 'Show everything about one agent',
    details: ['Asks the daemon of the agent; of one that is not running it shows what is written down.'],
    arguments: [agent],
    options: jsonOptions,
    examples: [
      { command: 'synapse status worker-a', meaning: 'its program, queue, port and folder' },
      { command: 'synapse status worker-a --json', meaning: 'the same for a script' },
    ],
    exits: [0, 1, 3],
  },
  {
    path: 'logs',
    group: 'agents',
    summary: "Print the log of an agent's daemon",
    details: [
      'Prints the last lines; with --follow it stays and prints what is added. Works for agents that ended, too.',
    ],
    arguments: [agent],
    options: logsOptions,
    examples: [
      { command: 'synapse logs worker-a -n 20', meaning: 'the last 20 lines' },
      { command: 'synapse logs worker-a -f', meaning: 'follow it; Ctrl-C ends' },
    ],
    exits: [0, 1, 3],
  },
  {
    path: 'screen',
    group: 'agents',
    summary: "Print what an agent's terminal shows now",
    details: ['The text of the screen, without colours. With --json also its size and the cursor.'],
    arguments: [agent],
    options: jsonOptions,
    examples: [{ command: 'synapse screen worker-a', meaning: 'what you would see if you sat in front of it' }],
    exits: [0, 1, 3],
  },
  {
    path: 'stop',
    group: 'agents',
    summary: 'End agents, their programs and all that those started',
    details: [
      'Asks the daemon to end its program, the descendants of that program, and itself; what is left after 5 seconds is killed. Queued mail of an agent with a lasting address is kept for its next start.',
    ],
    arguments: [{ ...agent, usage: '[agent...]' }],
    options: stopOptions,
    examples: [
      { command: 'synapse stop worker-a worker-b', meaning: 'two of them at once' },
      { command: 'synapse stop --all', meaning: 'everybody' },
      { command: 'synapse stop worker-a --force', meaning: 'kill without asking' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'rename',
    group: 'agents',
    summary: 'Give an agent another name',
    details: ['The name is a second way to address the agent; its id stays.'],
    arguments: [agent, { usage: '<name>', description: 'the new name, not yet taken by another agent' }],
    options: jsonOptions,
    examples: [
      { command: 'synapse rename synapse-shell-8150 tester', meaning: 'from now on: synapse send tester "…"' },
    ],
    exits: [0, 1, 2, 3],
  },
  {
    path: 'pause',
    group: 'agents',
    summary: 'Hold the delivery of messages to an agent',
    details: ['Messages are still taken and kept; none is typed into the terminal until `synapse resume`.'],
    arguments: [agent],
    options: jsonOptions,
    examples: [{ command: 'synapse pause worker-a', meaning: 'nothing is typed there for now' }],
    exits: [0, 1, 3],
  },
  {
    path: 'resume',
    group: 'agents',
    summary: 'Go on delivering messages to a paused agent',
    details: ['What was held is typed now, in its order.'],
    arguments: [agent],
    options: jsonOptions,
    examples: [{ command: 'synapse resume worker-a', meaning: 'deliver what has waited' }],
    exits: [0, 1, 3],
  },
  {
    path: 'interrupt',
    group: 'agents',
    summary: "Press the interrupt key in an agent's terminal",
    details: ['Which key that is, the profile says: Ctrl-C for line-oriented programs.'],
    arguments: [agent],
    options: jsonOptions,
    examples: [{ command: 'synapse interrupt worker-a', meaning: 'as if somebody pressed Ctrl-C there' }],
    exits: [0, 1, 3],
  },
  {
    path: 'answer',
    group: 'agents',
    summary: 'Answer a dialog that an agent has opened',
    details: [
      'Without a choice it prints what the agent asks and which choices it offers. With one it answers, but only if the same dialog is still open: what is asked by then, nobody has seen.',
      'A choice is named by its key or by the beginning of its text.',
    ],
    arguments: [agent, { usage: '[choice]', description: 'the key of a choice, or how its text begins' }],
    options: answerOptions,
    examples: [
      { command: 'synapse answer claude', meaning: 'what does it ask?' },
      { command: 'synapse answer claude 1', meaning: 'the first choice' },
      { command: 'synapse answer claude yes --dialog 3f2a91bc', meaning: 'only if it is still that dialog' },
    ],
    exits: [0, 1, 2, 3],
  },
];
