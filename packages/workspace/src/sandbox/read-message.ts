import { CALL_KINDS, type FromWorker, LIMIT_CODES, type Outcome } from './worker/protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/** For each type of message, the check of its short fields. */
const CHECKS: Readonly<Record<FromWorker['type'], (fields: Fields) => boolean>> = {
  ready: () => true,
  print: () => true,
  prepared: ({ shift }) => isCount(shift),
  call: ({ id, kind }) => isCount(id) && CALL_KINDS.some((each) => each === kind),
  load: ({ importer }) => typeof importer === 'string',
  waiting: ({ received }) => isCount(received),
  done: ({ reusable }) => typeof reusable === 'boolean',
};

/** Checks a message from the worker. Throws if the message does not follow the protocol. */
export function readMessage(fields: Fields): FromWorker {
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(CHECKS, type)) throw new Error('unknown type');
  if (!CHECKS[type as FromWorker['type']](fields)) throw new Error(`wrong fields of ${type}`);
  return fields as unknown as FromWorker;
}

/** Checks how a script ended. Throws if the outcome does not follow the protocol. */
export function readOutcome(json: string): Outcome {
  const outcome: unknown = JSON.parse(json);
  if (typeof outcome === 'object' && outcome !== null && isOutcome(outcome as Fields)) return outcome as Outcome;
  throw new Error('wrong outcome');
}

function isOutcome({ kind, json, code, name, message, suggestion, line, column }: Fields): boolean {
  if (kind === 'value') return json === undefined || typeof json === 'string';
  if (kind === 'limit') return LIMIT_CODES.some((each) => each === code);
  if (kind !== 'syntax' && kind !== 'error') return false;
  if (kind === 'error' && typeof name !== 'string') return false;
  if (suggestion !== undefined && typeof suggestion !== 'string') return false;
  return typeof message === 'string' && [line, column].every((each) => each === undefined || isCount(each));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
