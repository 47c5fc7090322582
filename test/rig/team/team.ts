/** A project with agents in a scenario's home, served by the person's real daemon. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../home/agent.js';
import { type Home, testInSharedHome } from '../home/home.js';
import { testInSharedProcess } from '../home/home-in-process.js';
import { TeamRig } from './members.js';

export { Member } from './members.js';

export interface TeamOptions {
  /** What every daemon of the home has in its environment, whoever starts it: any of them may start a session. */
  readonly env?: Readonly<Record<string, string>>;
}

export class TestTeam extends TeamRig {
  readonly dir: string;

  private constructor(readonly home: Home) {
    super();
    this.dir = join(home.dir, 'project');
  }

  /** The person's daemon, which serves everybody; another one after it was killed and started again. */
  get daemon(): Agent {
    return this.home.person();
  }

  /** A project `shop`, made by the person `tester`, whose daemon runs from then on. */
  static async create(home: Home, { env = {} }: TeamOptions = {}): Promise<TestTeam> {
    mkdirSync(join(home.dir, 'project'), { recursive: true });
    home.settings = env;
    await home.startPerson();
    const team = new TestTeam(home);
    await team.project('shop');
    return team;
  }
}

/** Tests of one file that share a team, each daemon of which is a process. */
export const testInTeam = (options: TeamOptions = {}) =>
  testInSharedHome.extend<{ team: TestTeam }>({
    team: [async ({ home }, use) => use(await TestTeam.create(home, options)), { scope: 'file' }],
  });

/** The same with daemons inside the test process: for what does not end by itself, and is not killed. */
export const testInTeamInProcess = (options: TeamOptions = {}) =>
  testInSharedProcess.extend<{ team: TestTeam }>({
    team: [async ({ home }, use) => use(await TestTeam.create(home, options)), { scope: 'file' }],
  });
