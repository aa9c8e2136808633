import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

const KEY_BYTES = 32;
const MAC_BYTES = 16;
/** Name of the key in the store of credentials. */
const KEY_NAME = 'foldout/task-key';
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

interface KeyStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
}

/** A task, and who may ask for it. */
export interface TaskAddress {
  readonly server: string;
  /** The id that the server gave. */
  readonly own: string;
}

/**
 * The ids of tasks that clients see. An id holds the server and the server's own id, so that it is valid after a restart,
 * and a signature with the name of the principal, so that no other principal can use or guess it.
 */
export class TaskIds {
  readonly #store: KeyStore;
  #key: Promise<Buffer> | undefined;

  constructor(store: KeyStore) {
    this.#store = store;
  }

  async seal({ server, own }: TaskAddress, principal: string): Promise<string> {
    const address = Buffer.from(JSON.stringify([server, own])).toString('base64url');
    return `${address}.${(await this.#mac(address, principal)).toString('base64url')}`;
  }

  /** Undefined: the id is not of this gateway, or the task is not of this principal. */
  async open(id: string, principal: string): Promise<TaskAddress | undefined> {
    const [address = '', mac = ''] = id.split('.');
    const [given, right] = [Buffer.from(mac, 'base64url'), await this.#mac(address, principal)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const [server, own] = JSON.parse(Buffer.from(address, 'base64url').toString()) as [string, string];
    return { server, own };
  }

  /** An answer of a server with the ids that the client knows, wherever it names a task. */
  async sealAll(answer: JsonObject, server: string, principal: string): Promise<JsonObject> {
    const sealed: JsonObject = { ...answer };
    const seal = (own: unknown): Promise<string> => this.seal({ server, own: String(own) }, principal);
    if (typeof answer['taskId'] === 'string') sealed['taskId'] = await seal(answer['taskId']);
    const { task, _meta: meta } = answer;
    if (isObject(task)) sealed['task'] = { ...task, taskId: await seal(task['taskId']) };
    const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
    if (isObject(meta) && isObject(related)) {
      sealed['_meta'] = { ...meta, [RELATED_TASK]: { ...related, taskId: await seal(related['taskId']) } };
    }
    return sealed;
  }

  async #mac(address: string, principal: string): Promise<Buffer> {
    this.#key ??= this.#loadKey();
    const mac = createHmac('sha256', await this.#key)
      .update(`${address}\n${principal}`)
      .digest();
    return mac.subarray(0, MAC_BYTES);
  }

  async #loadKey(): Promise<Buffer> {
    const stored = await this.#store.load(KEY_NAME).catch(() => undefined);
    if (stored !== undefined) return Buffer.from(stored, 'base64');
    const key = randomBytes(KEY_BYTES);
    // A gateway that cannot store the key serves tasks until it restarts.
    await this.#store.save(KEY_NAME, key.toString('base64')).catch(() => {});
    return key;
  }
}
