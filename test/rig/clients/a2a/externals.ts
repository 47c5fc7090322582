/** A person's daemon in this process that knows outside agents, and what its commands are told. */
import { onTestFinished } from 'vitest';
import { newId } from '../../../../src/random-ids.js';
import { originOf, writeExternal } from '../../../../src/registry/externals.js';
import type { Agent } from '../../home/agent.js';
import { ScriptedAgent, type ScriptedOptions } from './scripted-agent.js';

/** Starts an agent that ends with the test. */
export async function scripted(options: ScriptedOptions = {}): Promise<ScriptedAgent> {
  const agent = new ScriptedAgent(options);
  await agent.start();
  onTestFinished(() => agent.stop());
  return agent;
}

/** As `synapse external add` does. */
export function addExternal(home: string, name: string, url: string, token: string | null = null): void {
  const origins = [originOf(url)];
  const cardUrl = `${new URL(url).origin}/.well-known/agent-card.json`;
  const about = { ca: null, title: 'Scripted', description: '', createdAt: '' };
  writeExternal(home, { name, storeId: newId(), cardUrl, origins, token, ...about });
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the daemon sends.
type Line = any;

/** `synapse send`: the lines that its daemon sends, the last of which is the outcome. */
export async function send(agent: Agent, body: Record<string, unknown>): Promise<Line> {
  const response = await agent.open('/send', { body: { message_id: newId(), ...body } });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return JSON.parse(lines.at(-1) ?? 'null');
}

export function ask(agent: Agent, target: string, text: string, more: Record<string, unknown> = {}): Promise<Line> {
  return send(agent, { target, text, response: true, ...more });
}

/** What the daemon knows about a task, as `synapse show` asks for it. */
export async function show(agent: Agent, id: string): Promise<Line> {
  return (await agent.call(`/tasks/${id}`)).body;
}
