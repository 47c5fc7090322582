/** Requests about push notifications: where the client of a task wants to be told of changes. */
import type { TaskPushNotificationConfig as WireConfig } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { PushConfig } from '../../../taskstore/outside/push-configs.js';
import type { Task } from '../../../taskstore/task.js';
import type { Version } from '../call.js';
import type { PushStore } from '../desk.js';
import type { AddressGuard } from './guard.js';

const MOST_PER_TASK = 20;
const LONGEST_TEXT = 4096;

export class PushConfigRequests {
  readonly #store: PushStore;
  readonly #guard: AddressGuard;
  readonly #saved: (taskSeq: number) => void;

  /** `saved` is called when a task has a new address to tell. */
  constructor(store: PushStore, guard: AddressGuard, saved: (taskSeq: number) => void) {
    this.#store = store;
    this.#guard = guard;
    this.#saved = saved;
  }

  /** Throws if the address must not be called, before anything is stored. */
  async check({ url, token, id, authentication }: WireConfig): Promise<void> {
    const texts = { url, token, id, scheme: authentication?.scheme, credentials: authentication?.credentials };
    for (const [name, text] of Object.entries(texts)) {
      if (text === undefined) continue;
      if (typeof text !== 'string' || text.length > LONGEST_TEXT || CONTROL.test(text)) {
        throw new RequestMalformedError(`${name} of the push notification configuration is not valid`);
      }
    }
    const refusal = await this.#guard.refusal(url);
    if (refusal !== null) throw new RequestMalformedError(`url of the push notification configuration: ${refusal}`);
  }

  async create(task: Task, given: WireConfig, version: Version): Promise<WireConfig> {
    await this.check(given);
    const config: PushConfig = {
      taskSeq: task.seq,
      id: given.id || task.id,
      url: given.url,
      token: given.token,
      scheme: given.authentication?.scheme ?? '',
      credentials: given.authentication?.credentials ?? '',
      version,
      told: null,
    };
    const others = this.#store.of(task.seq).filter(({ id }) => id !== config.id);
    if (others.length >= MOST_PER_TASK) {
      throw new RequestMalformedError(`A task can have ${MOST_PER_TASK} push notification configurations`);
    }
    await this.#store.save(config);
    this.#saved(task.seq);
    return encode(task, config);
  }

  get(task: Task, id: string): WireConfig {
    const all = this.#store.of(task.seq);
    const isOnly = MEANS_THE_ONLY_ONE.has(id ?? '') && all.length === 1;
    const found = all.find((config) => config.id === id) ?? (isOnly ? all[0] : undefined);
    if (!found) throw new TaskNotFoundError(`Task ${task.id} has no push notification configuration ${id ?? ''}`);
    return encode(task, found);
  }

  list(task: Task): WireConfig[] {
    return this.#store.of(task.seq).map((config) => encode(task, config));
  }

  async delete(task: Task, id: string): Promise<void> {
    if (typeof id !== 'string' || id === '') throw new RequestMalformedError('The id of the configuration is missing.');
    await this.#store.delete(task.seq, id);
  }
}

/** What clients of version 0.3 send if they gave no id. */
const MEANS_THE_ONLY_ONE = new Set(['', 'default']);

/** They become headers. */
const CONTROL = /[\u0000-\u001f\u007f]/;

function encode(task: Task, { id, url, token, scheme, credentials }: PushConfig): WireConfig {
  const authentication = scheme === '' && credentials === '' ? undefined : { scheme, credentials };
  return { tenant: '', id, taskId: task.id, url, token, authentication };
}
