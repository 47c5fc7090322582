/** Real agents as agents of Synapse: started by the built command, each with its own home and fake model. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Home, json } from '../../rig/home/home.js';
import type { FakeModel } from '../servers/model.js';
import { type AgentHome, type HomeOptions, openHome } from './homes.js';
import type { AgentName } from './install.js';

interface StartOptions {
  readonly env?: Record<string, string>;
  /** Further arguments, as after `--` on the command line. */
  readonly args?: readonly string[];
  /** Runs before the agent starts. */
  readonly prepare?: (home: AgentHome) => Promise<void>;
}

export class Team {
  readonly home = new Home();
  readonly #homes: AgentHome[] = [];

  async start(name: AgentName, options: HomeOptions & StartOptions = {}): Promise<Member> {
    const agentHome = await openHome(name, options);
    this.#homes.push(agentHome);
    await options.prepare?.(agentHome);
    const env = { ...agentHome.env, PATH: `${wrapper(name, agentHome)}:${agentHome.env.PATH}`, ...options.env };
    await this.home.agent(name, { profile: name, env, cwd: agentHome.cwd, program: options.args ?? [] });
    return new Member(name, this.home, agentHome.model, agentHome.cwd);
  }

  async close(): Promise<void> {
    await this.home.close();
    await Promise.all(this.#homes.map((each) => each.close()));
  }
}

export class Member {
  constructor(
    readonly name: AgentName,
    private readonly home: Home,
    readonly model: FakeModel,
    readonly cwd: string,
  ) {}

  send(text: string, ...options: string[]) {
    return this.home.run(['send', this.name, text, ...options]);
  }

  async status(wanted: string, timeout = 60_000): Promise<void> {
    const look = async () => json<{ status: string }>(await this.home.run(['status', this.name, '--json'])).status;
    await expect.poll(look, { timeout }).toBe(wanted);
  }

  /** The channel that it uses, what its status is known by, and the channels that were given up. */
  async facts(): Promise<{ readonly via: string; readonly by: string; readonly degraded: readonly unknown[] }> {
    return json(await this.home.run(['status', this.name, '--json']));
  }

  async screen(): Promise<string> {
    return (await this.home.run(['screen', this.name])).stdout;
  }

  /** The texts of the messages that reached the model, without the prefix of Synapse. */
  texts(): string[] {
    return this.model.prompts().map((prompt) => prompt.replace(/^\[A2A:[0-9a-f]{8}:[^\]]+\] /, ''));
  }

  /** Waits until this many have arrived. */
  async arrived(count: number): Promise<string[]> {
    await expect
      .poll(() => this.model.prompts().length, { timeout: 600_000, interval: 200 })
      .toBeGreaterThanOrEqual(count);
    return this.texts();
  }
}

/** The command of the profile, leading to the installed program and its arguments. Synapse itself adds `--no-daemon`. */
export function wrapper(name: AgentName, { dir, command }: AgentHome): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const words = command
    .filter((word) => word !== '--no-daemon')
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
  writeFileSync(join(bin, name), `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(join(bin, name), 0o755);
  return bin;
}
