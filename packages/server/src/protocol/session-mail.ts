import { isObject, own } from '@foldout/core/internal';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { ClientMail } from './session-store.ts';

/** Between the replica that asks and the number of its question. */
const OF = '#';

/**
 * The ids of the questions that one replica sends to the client of a session. Every replica has an SDK server of its own
 * for the session, and each of them counts from zero: without the name, an answer could reach the question of another one.
 */
export class QuestionIds {
  readonly #prefix = `${crypto.randomUUID()}${OF}`;

  /** What is sent to the client: a question, and the cancellation of one, have the name of this replica. */
  named(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message)) return message;
    if ('id' in message) return { ...message, id: this.#named(message.id) };
    const asked = own(message.params, 'requestId');
    if (message.method !== 'notifications/cancelled' || asked === undefined) return message;
    return { ...message, params: { ...message.params, requestId: this.#named(asked) } };
  }

  /** What the client has sent, with the number of the question that it answers. Undefined: an answer for another replica. */
  own(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (this.isForeign(message)) return undefined;
    if ('method' in message || typeof message.id !== 'string' || !message.id.startsWith(this.#prefix)) return message;
    return { ...message, id: Number(message.id.slice(this.#prefix.length)) };
  }

  /** Whether a message answers the question of another replica. */
  isForeign(message: unknown): boolean {
    const id = isObject(message) && !('method' in message) ? message['id'] : undefined;
    return typeof id === 'string' && id.includes(OF) && !id.startsWith(this.#prefix);
  }

  #named(id: unknown): string {
    return `${this.#prefix}${String(id)}`;
  }
}

/** What a message changes for the whole session. Undefined: nothing. */
function topicOf(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const { method, params } = message;
  if (method === 'logging/setLevel') return 'level';
  if (method === 'resources/subscribe' || method === 'resources/unsubscribe') return `resource ${own(params, 'uri')}`;
  return undefined;
}

/** The messages in the body of a POST that other replicas have to see. */
export function mailIn(body: unknown, concernsOthers: (message: unknown) => boolean): readonly ClientMail[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const topic = topicOf(message);
    return topic !== undefined || concernsOthers(message) ? [{ message, topic }] : [];
  });
}
