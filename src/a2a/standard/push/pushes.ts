/** Tells clients of changes to their tasks: in order, the newest state only, and a few times if it fails. */
import type { StreamResponse, Task } from '@a2a-js/sdk';
import { V03PushNotificationSerializer } from '@a2a-js/sdk/compat/v0_3/server';
import { V1PushNotificationSerializer } from '@a2a-js/sdk/server';
import type { PushConfig } from '../../../taskstore/outside/push-configs.js';
import type { Desk } from '../desk.js';
import { taskOf } from '../tasks/view.js';
import type { AddressGuard } from './guard.js';
import { type Notification, postNotification } from './post.js';

/** The pauses between tries. After the last one only another change is tried again. */
const PAUSES_MS = [1_000, 4_000, 15_000, 60_000];

export class Pushes {
  readonly #desk: Desk;
  readonly #guard: AddressGuard;
  /** The configurations that are being told something. */
  readonly #busy = new Set<string>();
  readonly #ended = new AbortController();

  constructor(desk: Desk, guard: AddressGuard) {
    this.#desk = desk;
    this.#guard = guard;
  }

  /** A task has changed, or somebody wants to be told of it. */
  tell(taskSeq: number): void {
    if (this.#ended.signal.aborted) return;
    for (const { id } of this.#desk.pushes.of(taskSeq)) {
      const key = `${taskSeq} ${id}`;
      if (this.#busy.has(key)) continue;
      this.#busy.add(key);
      this.#tellOne(taskSeq, id)
        .catch((error: unknown) => this.#desk.log.error('push notification', { reason: String(error) }))
        .finally(() => this.#busy.delete(key));
    }
  }

  close(): void {
    this.#ended.abort();
  }

  /** Tells it as long as there is something new to tell. */
  async #tellOne(taskSeq: number, id: string): Promise<void> {
    let tries = 0;
    while (!this.#ended.signal.aborted) {
      const news = this.#news(taskSeq, id);
      if (!news) return;
      const posted = await postNotification(this.#guard, notificationOf(news.config, news.task));
      const pauseMs = PAUSES_MS[tries++];
      if (posted === 'failed' && pauseMs !== undefined) {
        await this.#pause(pauseMs);
        continue;
      }
      if (posted !== 'done')
        this.#desk.log.error('push notification', { task: news.task.id, url: news.config.url, posted });
      tries = 0;
      await this.#desk.pushes.noteTold(news.config, news.told);
    }
  }

  #news(taskSeq: number, id: string): { config: PushConfig; task: Task; told: string } | null {
    const config = this.#desk.pushes.of(taskSeq).find((each) => each.id === id);
    const exchange = config && this.#desk.exchange(taskSeq);
    if (!exchange || !this.#desk.isKnown(exchange.task.peer.id)) return null;
    const task = taskOf(exchange);
    const told = digestOf(task);
    return told === config.told ? null : { config, task, told };
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#ended.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** What makes a state of a task worth telling. */
function digestOf({ status, artifacts }: Task): string {
  const parts = artifacts.reduce((sum, artifact) => sum + artifact.parts.length, 0);
  return [status?.state, status?.message?.messageId ?? '', parts].join(' ');
}

const SERIALIZERS = { '1.0': new V1PushNotificationSerializer(), '0.3': new V03PushNotificationSerializer() };

function notificationOf({ url, token, scheme, credentials, version }: PushConfig, task: Task): Notification {
  const event: StreamResponse = { payload: { $case: 'task', value: task } };
  const { body, contentType } = SERIALIZERS[version === '0.3' ? '0.3' : '1.0'].serialize(event, task);
  return {
    url,
    body,
    headers: {
      'content-type': contentType,
      ...(token === '' ? {} : { 'x-a2a-notification-token': token }),
      ...(scheme === '' || credentials === '' ? {} : { authorization: `${scheme} ${credentials}` }),
    },
  };
}
