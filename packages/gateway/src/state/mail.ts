/** A message from one replica to the others. */
export interface Letter {
  /** What it is for: a session, a call, a question to another replica. */
  readonly to: string;
  readonly message: unknown;
  /** Set for what later readers need too: the last letter of each topic is kept as long as the session. */
  readonly topic?: string | undefined;
}

/** Messages between replicas. A letter that is sent while a replica cannot be reached is read as soon as it can. */
export interface Mail {
  /** Resolves when no replica can miss the letter. */
  send(letter: Letter): Promise<void>;
  /** The letters with a topic, in the order in which they were sent. */
  lasting(to: string): Promise<readonly Letter[]>;
  /** Receives the letters of other replicas, in order, at least once. Returns a function that ends the subscription. */
  subscribe(listener: (letter: Letter) => void): () => void;
}

/** A session, as the receiver of a letter. */
export const toSession = (id: string): string => `session:${id}`;

/** The session that a letter is for; undefined if it is for something else. */
export function sessionIn(to: string): string | undefined {
  const prefix = toSession('');
  return to.startsWith(prefix) ? to.slice(prefix.length) : undefined;
}
