/**
 * What A2A, MCP and the OpenAPI document cost a daemon that nobody asks for them: its start and its memory, against the same
 * tree built without them. The two builds take turns, because the load of a machine changes.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { BenchHome, cpuNs, ROOT, residentKiB, type StartedAgent } from './rig/home.js';
import { type Line, median } from './rig/line.js';

const ROUNDS = Number(process.env.SYNAPSE_BENCH_ROUNDS ?? 15);
/** Nothing happens in this time, so that only what stays is measured. */
const SETTLE_MS = 4_000;

/** The modules through which a daemon reaches the standards, and what it imports from them. */
const STANDARDS: Readonly<Record<string, readonly string[]>> = {
  'mcp/mcp-requests.js': ['McpRequests'],
  'a2a/standard-requests.js': ['StandardRequests'],
  'openapi/document.js': ['openApiDocument'],
};

interface Measured {
  readonly cpuMs: number;
  readonly memoryKiB: number;
}

export async function benchStandardsIdle(): Promise<Line[]> {
  const place = join(ROOT, 'dist', `.without-${process.pid}`);
  const synapse = await buildWithout(place);
  const [whole, without] = [new BenchHome(), new BenchHome(synapse)];
  const results: Record<'whole' | 'without', Measured[]> = { whole: [], without: [] };
  try {
    // The first starts keep the compiled code.
    for (const home of [whole, without]) home.run('stop', home.start('first', 'cat').id);
    for (let round = 0; round < ROUNDS; round += 1) {
      const turns = [
        async () => results.whole.push(await measure(whole)),
        async () => results.without.push(await measure(without)),
      ];
      for (const turn of round % 2 ? turns.reverse() : turns) await turn();
    }
  } finally {
    whole.end();
    without.end();
    rmSync(place, { recursive: true, force: true });
  }
  const of = (kind: 'whole' | 'without', what: keyof Measured) => median(results[kind].map((each) => each[what]));
  return [
    {
      name: 'start of a daemon, standards unused',
      ratio: of('whole', 'cpuMs') / of('without', 'cpuMs'),
      limit: 1.05,
      samples: ROUNDS,
      detail: `${of('whole', 'cpuMs').toFixed(0)} ms of CPU against ${of('without', 'cpuMs').toFixed(0)} ms without them`,
    },
    {
      name: 'idle daemon, standards unused, memory',
      ratio: of('whole', 'memoryKiB') / of('without', 'memoryKiB'),
      limit: 1.03,
      samples: ROUNDS,
      detail: `${mib(of('whole', 'memoryKiB'))} against ${mib(of('without', 'memoryKiB'))} without them`,
    },
  ];
}

async function measure(home: BenchHome): Promise<Measured> {
  const agent: StartedAgent = home.start('idle', 'cat');
  const cpuMs = cpuNs(agent.pid) / 1e6;
  await pause(SETTLE_MS);
  const memoryKiB = residentKiB(agent.pid);
  home.run('stop', agent.id);
  return { cpuMs, memoryKiB };
}

/** Below the root, so that the packages with native code are found. */
async function buildWithout(place: string): Promise<string> {
  const { buildAll } = await import(pathToFileURL(join(ROOT, 'scripts/build.mjs')).href);
  const dist = join(place, 'dist');
  mkdirSync(dist, { recursive: true });
  await buildAll({ dist, plugins: [withoutStandards] });
  cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true });
  return join(place, 'bin', 'synapse');
}

/** Puts classes that do nothing in place of the standards. */
const withoutStandards = {
  name: 'without-standards',
  // biome-ignore lint/suspicious/noExplicitAny: the types of the bundler are not needed elsewhere here.
  setup(builder: any) {
    for (const [module, names] of Object.entries(STANDARDS)) {
      const path = module.replace(/\W/g, '-');
      builder.onResolve({ filter: new RegExp(`/${module.replace('.', '\\.')}$`) }, () => ({ path, namespace: path }));
      const contents = names
        .map((name) => `export class ${name} { start() {} handle() {} async close() {} }`)
        .join('\n');
      builder.onLoad({ filter: /./, namespace: path }, () => ({ contents, loader: 'js' }));
    }
  },
};

const mib = (kib: number): string => `${(kib / 1024).toFixed(1)} MiB`;
