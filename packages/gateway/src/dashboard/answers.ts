const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const LONGEST_TEXT = 2_000;

/** Why a question of the page cannot be answered, for the person in front of it. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers in JSON, also where the answer is why there is none. */
export async function answerJson(answer: () => Promise<unknown> | unknown): Promise<Response> {
  try {
    return Response.json(await answer(), { headers: HEADERS });
  } catch (error) {
    if (!(error instanceof Unanswerable)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers: HEADERS });
  }
}

export function textIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? undefined;
  if (text !== undefined && text.length > LONGEST_TEXT) {
    throw new Unanswerable(400, `'${name}' is longer than ${LONGEST_TEXT} characters.`);
  }
  return text === '' ? undefined : text;
}

export function numberIn(
  query: URLSearchParams,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Unanswerable(400, `'${name}' has to be a whole number from ${least} to ${most}.`);
  }
  return value;
}

/** The texts of a JSON object that was sent. */
export async function textsInBody<K extends string>(
  request: Request,
  names: readonly K[],
): Promise<Readonly<Record<K, string>>> {
  const body: unknown = await request.json().catch(() => undefined);
  const given = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== 'string' || value === '' || value.length > LONGEST_TEXT) {
      throw new Unanswerable(400, `Send a JSON object with the text '${name}'.`);
    }
  }
  return given as Readonly<Record<K, string>>;
}
