/** The HTTP+JSON door of a scripted agent: just enough of the routes of A2A v1.0. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ListTasksResponse, SendMessageRequest, SendMessageResponse, StreamResponse, Task } from '@a2a-js/sdk';
import { restStatusFor, toRestErrorBody } from '@a2a-js/sdk/errors';
import type { DefaultRequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { sendEvents, sendJson } from './scripted-agent.js';

interface RestCall {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly response: ServerResponse;
  readonly path: string;
}

export async function answerRest(
  handler: DefaultRequestHandler,
  context: ServerCallContext,
  call: RestCall,
): Promise<void> {
  try {
    await route(handler, context, call);
  } catch (error) {
    const status = restStatusFor(error);
    sendJson(call.response, status, toRestErrorBody(error, status));
  }
}

async function route(
  handler: DefaultRequestHandler,
  context: ServerCallContext,
  { request, body, response, path }: RestCall,
): Promise<void> {
  const tenant = '';
  const id = decodeURIComponent(/^\/tasks\/([^/:]+)/.exec(path)?.[1] ?? '');
  if (path === '/message:send') {
    const result = await handler.sendMessage(SendMessageRequest.fromJSON(JSON.parse(body)), context);
    const payload =
      'messageId' in result
        ? ({ $case: 'message', value: result } as const)
        : ({ $case: 'task', value: result } as const);
    return sendJson(response, 200, SendMessageResponse.toJSON({ payload }));
  }
  if (path === '/message:stream') {
    return sendEvents(
      response,
      asJson(handler.sendMessageStream(SendMessageRequest.fromJSON(JSON.parse(body)), context)),
    );
  }
  if (path.endsWith(':subscribe')) return sendEvents(response, asJson(handler.resubscribe({ tenant, id }, context)));
  if (path.endsWith(':cancel')) {
    return sendJson(response, 200, Task.toJSON(await handler.cancelTask({ tenant, id, metadata: undefined }, context)));
  }
  if (path === '/tasks') {
    const contextId = new URL(request.url ?? '/', 'http://x').searchParams.get('contextId') ?? '';
    const list = { tenant, contextId, status: 0, pageToken: '', statusTimestampAfter: undefined, historyLength: 50 };
    return sendJson(response, 200, ListTasksResponse.toJSON(await handler.listTasks(list, context)));
  }
  sendJson(response, 200, Task.toJSON(await handler.getTask({ tenant, id, historyLength: 50 }, context)));
}

async function* asJson(events: AsyncGenerator<StreamResponse>): AsyncGenerator<unknown> {
  for await (const event of events) yield StreamResponse.toJSON(event);
}
