/** Real agents that are stopped while a message is typed: the model gets it once, and the receipt says so. */
import { expect, test } from 'vitest';
import { BoxedAgent } from './rig/boxed.js';
import { type AgentName, PINS } from './rig/install.js';

const TIMES = { timeout: 5 * 60_000 };
const STOPPED_MS = 4_500;
/** From the moment the text is in the box. Enter follows after about a quarter of a second. */
const MOMENTS_MS = [0, 120, 240, 260, 300, 400];

test.each(Object.keys(PINS) as AgentName[])('%s, stopped around Enter', TIMES, async (name) => {
  const agent = await BoxedAgent.start(name);
  let hasEnded = false;
  const stop = (signal: NodeJS.Signals) => hasEnded || process.kill(-agent.terminal.session.pid, signal);
  try {
    const texts = MOMENTS_MS.map((ms, index) => agent.typed(index, `stopped after ${ms}`));
    for (const [index, text] of texts.entries()) {
      await agent.free();
      const delivered = agent.box.deliver(text, async () => {
        setTimeout(() => stop('SIGSTOP'), MOMENTS_MS[index]);
        setTimeout(() => stop('SIGCONT'), STOPPED_MS + (MOMENTS_MS[index] ?? 0));
      });
      expect(await delivered).toEqual({ type: 'submitted' });
    }
    await agent.free();
    expect(agent.terminal.model.prompts()).toEqual(texts);
  } finally {
    stop('SIGCONT');
    hasEnded = true;
    await agent.close();
  }
});
