/** A real Chromium for tests of the page, with a home of its own and a page that has been let in. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { testInSharedHome } from '../../rig/home/home.js';
import { TestTeam } from '../../rig/team/team.js';
import { type Cast, playCast } from './cast.js';
import { addCrowd, type Crowd } from './crowd.js';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The tests cannot do without a browser, and must not pass without one. */
function browserPath(): string {
  const found = [process.env.SYNAPSE_CHROMIUM ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  throw new Error(
    'There is no Chromium. Install one (apt-get install chromium), or name it in SYNAPSE_CHROMIUM, and run this again.',
  );
}

const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];

function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), headless: true, args: QUIET });
}

export const WIDE = { width: 1280, height: 800 } as const;
export const PHONE = { width: 380, height: 780 } as const;

interface OpenOptions {
  readonly readOnly?: boolean;
  readonly at?: string;
  /** A further port, as `synapse web --port` opens it; otherwise that of the daemon. */
  readonly port?: number;
}

export interface Cockpit {
  readonly team: TestTeam;
  /** Opens the page as `synapse web` does, in a browser profile of its own. */
  open(options?: BrowserContextOptions & OpenOptions): Promise<Page>;
  readonly browser: Browser;
  /** What pages complained about. */
  readonly complaints: string[];
}

/** Tests of one file share a browser and a team; each page has a profile of its own. */
export const test = testInSharedHome.extend<{ cockpit: Cockpit; cast: Cast; crowd: Crowd }>({
  cockpit: [
    async ({ home }, use) => {
      const browser = await startBrowser();
      const team = await TestTeam.create(home);
      const complaints: string[] = [];
      const address = async (readOnly: boolean, port?: number) => {
        const answer = await home.person().call('/web/open', { body: { read_only: readOnly, port } });
        return answer.body.url as string;
      };
      await use({
        ...{ team, browser, complaints },
        open: async ({ readOnly = false, at = '#/now', port, ...options } = {}) => {
          const context = await browser.newContext({ viewport: WIDE, locale: 'en-GB', ...options });
          const page = await context.newPage();
          page.on('pageerror', (error) => complaints.push(String(error)));
          page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
          await page.goto(await address(readOnly, port));
          await page.waitForSelector('.stream.live');
          await page.evaluate((hash) => {
            location.hash = hash;
          }, at);
          return page;
        },
      });
      await browser.close();
    },
    { scope: 'file' },
  ],
  /** A team with something in every view, for as long as a file needs it. */
  cast: [async ({ cockpit }, use) => use(await playCast(cockpit.team)), { scope: 'file' }],
  /** The same with agents in every other state, another host, and everything that can need the person. */
  crowd: [async ({ cockpit, cast }, use) => use(await addCrowd(cockpit.team, cast)), { scope: 'file' }],
});
