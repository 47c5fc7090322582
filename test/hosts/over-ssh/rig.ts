/** Two hosts on one machine: a home each, and a real sshd between them. */
import { expect, test as plain } from 'vitest';
import { type HostLink, linkNow, readHost } from '../../../src/registry/hosts/hosts.js';
import { BINARY, type Result } from '../../rig/home/binary.js';
import { Home } from '../../rig/home/home.js';
import { childrenOf, commandOf, Sshd } from '../../rig/machine/sshd.js';

export const test = plain.extend<{ two: TwoHosts }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
  two: async ({}, use) => {
    const two = new TwoHosts();
    await two.sshd.start();
    await use(two);
    await two.close();
  },
});

/** What `host add` names over there, because the PATH of an ssh command has no synapse. */
export const COMMAND = BINARY;

export class TwoHosts {
  readonly laptop = new Home();
  readonly gpu = new Home();
  readonly sshd: Sshd;

  constructor() {
    this.laptop.settings = { SYNAPSE_HUMAN: 'mia', SYNAPSE_HOST: 'laptop' };
    this.gpu.settings = { SYNAPSE_HUMAN: 'ben', SYNAPSE_HOST: 'gpu' };
    this.sshd = new Sshd({ SYNAPSE_HOME: this.gpu.home, ...this.gpu.settings, PATH: process.env.PATH ?? '' });
    this.laptop.settings = { ...this.laptop.settings, SYNAPSE_SSH: `ssh -F ${this.sshd.config}` };
  }

  /** `synapse host add gpu`, on the laptop. */
  add(name = 'gpu', command = COMMAND): Promise<Result> {
    return this.laptop.run(['host', 'add', name, 'box', '--command', command]);
  }

  async linked(): Promise<void> {
    expect(await this.add()).toMatchObject({ code: 0 });
  }

  /** How the laptop's link is now. */
  get link(): HostLink | null {
    return this.host && linkNow(this.laptop.home, this.host);
  }

  get host() {
    return readHost(this.laptop.home, 'gpu');
  }

  async isUp(): Promise<void> {
    await expect.poll(() => this.link?.state, { interval: 20 }).toBe('up');
  }

  async close(): Promise<void> {
    await this.sshd.close();
    await this.laptop.close();
    await this.gpu.close();
  }
}

/** The ssh that carries the laptop's link. */
export function sshOf({ laptop }: TwoHosts): number {
  const ssh = childrenOf(laptop.entry('mia').pid).find((pid) => commandOf(pid).startsWith('ssh\0'));
  if (ssh === undefined) throw new Error('there is a link without an ssh');
  return ssh;
}
