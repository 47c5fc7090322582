import { expect, test } from 'vitest';
import { decodeEnvelope } from '../../../../src/a2a/decode.js';
import type { Caller } from '../../../../src/daemon/http/callers.js';
import { Inbox, senderOf } from '../../../../src/daemon/mail/incoming/inbox.js';
import { WaitingCommands } from '../../../../src/daemon/mail/incoming/waiting-commands.js';
import { Typists } from '../../../../src/daemon/typing/typists.js';
import { daemonContext, SELF } from '../../rig.js';

const ADA: Caller = { kind: 'agent', id: 'ada' };
const TOKEN: Caller = { kind: 'outside', id: 'ext:ci' };

function envelope(sender?: Record<string, unknown>, text = 'hello') {
  return decodeEnvelope({ message: { parts: [{ text }] }, metadata: sender ? { sender } : {} });
}

test('the credential decides who the sender is, and the message must agree with it', () => {
  expect(senderOf(envelope(), ADA, SELF.id)).toEqual({ id: 'ada', type: 'agent', endpoint: null });
  expect(senderOf(envelope({ sender_id: 'ada', sender_type: 'claude' }), ADA, SELF.id).type).toBe('claude');
  expect(() => senderOf(envelope({ sender_id: 'mallory' }), ADA, SELF.id)).toThrow(
    expect.objectContaining({ code: 'sender_mismatch' }),
  );
  expect(() => senderOf(envelope(), { kind: 'self', id: SELF.id }, SELF.id)).toThrow(
    expect.objectContaining({ code: 'cannot_message_self' }),
  );
});

test('an outside program can only be answered at an http address', () => {
  const from = (sender_endpoint: string) => senderOf(envelope({ sender_endpoint }), TOKEN, SELF.id);
  expect(from('https://ci.example/hook')).toEqual({ id: 'ext:ci', type: 'ext', endpoint: 'https://ci.example/hook' });
  for (const wrong of ['unix:/tmp/socket', 'file:///etc/passwd', 'http://']) expect(() => from(wrong)).toThrow();
});

function inbox() {
  const context = daemonContext();
  const commands = new WaitingCommands(context);
  const typists = new Typists(context, { reports: { add: () => {} }, commands, hasProgram: false });
  return { context, inbox: new Inbox(context, { typists, commands }) };
}

test('a message from the team comes from whoever the team names, even the agent itself', async () => {
  const { inbox: mine } = inbox();
  const own = await mine.receiveFromTeam({ ...envelope(), senderId: SELF.id }, 'chat');
  expect(own.message.peer).toEqual({ id: SELF.id, type: 'agent', endpoint: null });
});

test('an empty message is refused, and so is every message once the daemon ends', async () => {
  const { inbox: mine } = inbox();
  await expect(mine.receive(envelope(undefined, ' \n'), ADA)).rejects.toMatchObject({ code: 'invalid_request' });
  mine.close();
  await expect(mine.receive(envelope(), ADA)).rejects.toMatchObject({ code: 'agent_unreachable' });
});
