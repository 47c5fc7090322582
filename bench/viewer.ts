/** Measures what a viewer adds to a keystroke: from the key to its echo, in a bare terminal and through the daemon. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IPty, spawn } from 'node-pty';
import { BenchHome, SYNAPSE } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const ROUNDS = 300;
const WARM_UP = 30;
const LIMIT_MS = 3;

/** Echoes what it reads, byte by byte, like an editor. */
const ECHO = `
process.stdin.setRawMode(true);
process.stdin.on('data', (chunk) => process.stdout.write(chunk));
process.stdout.write('ready');
`;

export async function benchViewer(): Promise<Line[]> {
  const home = new BenchHome();
  const program = join(home.dir, 'echo.cjs');
  writeFileSync(program, ECHO);
  home.start('echo', process.execPath, program);
  const bare = new Typist(spawn(process.execPath, [program], { cols: 120, rows: 40 }));
  const viewed = new Typist(spawn(SYNAPSE, ['attach', 'echo'], { cols: 120, rows: 40, env: home.env }));
  try {
    await Promise.all([bare.sees('ready'), viewed.sees('ready')]);
    const times = { bare: [] as number[], viewed: [] as number[] };
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const [bareMs, viewedMs] = [await bare.roundTripMs(), await viewed.roundTripMs()];
      if (round < WARM_UP) continue;
      times.bare.push(bareMs);
      times.viewed.push(viewedMs);
    }
    const [without, through] = [median(times.bare), median(times.viewed)];
    return [
      {
        name: "viewer adds to a keystroke's round trip (ms)",
        ratio: through - without,
        limit: LIMIT_MS,
        samples: ROUNDS,
        detail: `${through.toFixed(2)} ms against ${without.toFixed(2)} ms in a bare terminal`,
      },
    ];
  } finally {
    bare.end();
    viewed.end();
    home.end();
  }
}

class Typist {
  #seen = '';
  #look = () => {};

  constructor(private readonly terminal: IPty) {
    terminal.onData((text) => {
      this.#seen += text;
      this.#look();
    });
  }

  sees(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (this.#seen.includes(text)) resolve();
      };
      this.#look();
    });
  }

  async roundTripMs(): Promise<number> {
    this.#seen = '';
    const echoed = this.sees('x');
    const start = performance.now();
    this.terminal.write('x');
    await echoed;
    return performance.now() - start;
  }

  end(): void {
    this.terminal.kill('SIGKILL');
  }
}
