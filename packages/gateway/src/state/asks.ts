/** What an approval covers: this call, this session, every call with these arguments, or every call of this tool. */
export const ANSWER_SCOPES = ['once', 'session', 'arguments', 'always'] as const;
export type AnswerScope = (typeof ANSWER_SCOPES)[number];

/** A call that waits for a person. Holds no argument in plain text but those that are shown. */
export interface NewAsk {
  /** Digest of who calls what with which arguments: the same call sent again is the same act. */
  readonly act: string;
  /** `server/name`. */
  readonly tool: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly risk: string;
  readonly principal: string;
  readonly client?: string | undefined;
  /** The arguments for people, with secrets masked. */
  readonly shown: string;
  /** Which rule asks, and why. */
  readonly because: string;
  /** Scope → key of the grant that an approval with this scope gives. A scope without a key is not offered. */
  readonly grants: Readonly<Partial<Record<AnswerScope, string>>>;
  /** Milliseconds since 1970. After `until`, the call is denied. */
  readonly at: number;
  readonly until: number;
}

export interface AskAnswer {
  readonly allow: boolean;
  readonly scope: AnswerScope;
  /** `client`, or the name of the operator. */
  readonly by: string;
  readonly at: number;
}

export interface Ask extends NewAsk {
  readonly id: string;
  readonly answer?: AskAnswer | undefined;
  /** Whether a call has used the approval. */
  readonly used: boolean;
  /** When the same call was approved before, and used that approval. */
  readonly before?: number | undefined;
}

/** A standing approval. */
export interface Grant {
  readonly key: string;
  readonly scope: AnswerScope;
  readonly tool: string;
  readonly principal: string;
  readonly by: string;
  readonly at: number;
}

/** Calls that wait for a person, and their answers. Shared by all processes and replicas; every method is atomic. */
export interface Asks {
  /** The ask for the act of `ask`: the current one, or a new one if there is none, or it has ended by now. */
  open(ask: NewAsk): Promise<Ask>;
  /** The last ask with this id; undefined if it is unknown or another has taken its place. */
  find(id: string): Promise<Ask | undefined>;
  /** Asks without an answer that have not timed out, the oldest first. */
  waiting(now: number): Promise<readonly Ask[]>;
  /** Stores the first answer. Undefined: the ask is unknown, answered or timed out. */
  answer(id: string, answer: AskAnswer): Promise<Ask | undefined>;
  /** True for exactly one caller: that call may run. */
  use(id: string): Promise<boolean>;
  /** Undoes `use`, for a call that goes on with another request. */
  release(id: string): Promise<void>;
  grant(grant: Grant): Promise<void>;
  /** Whether one of these grants is given. */
  granted(keys: readonly string[]): Promise<boolean>;
  grants(): Promise<readonly Grant[]>;
  revoke(key: string): Promise<boolean>;
}

/** Whether another ask may take the place of this one. A refusal holds until the ask times out. */
export function hasEnded({ until, used }: Ask, now: number): boolean {
  return used || until <= now;
}
