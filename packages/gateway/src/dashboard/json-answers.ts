const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const MAX_TEXT_LENGTH = 2_000;

/** An error of a request. The page shows the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers with JSON: the answer, or `{ error }` for an `ApiError`. */
export async function answerJson(answer: () => Promise<unknown> | unknown): Promise<Response> {
  try {
    return Response.json(await answer(), { headers: HEADERS });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers: HEADERS });
  }
}

export function textParam(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? undefined;
  if (text !== undefined && text.length > MAX_TEXT_LENGTH) {
    throw new ApiError(400, `'${name}' is longer than ${MAX_TEXT_LENGTH} characters.`);
  }
  return text === '' ? undefined : text;
}

export function numberParam(
  query: URLSearchParams,
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ApiError(400, `'${name}' has to be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The JSON object of the body; an empty one if it is no object. */
export async function bodyObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const json: unknown = await request.json().catch(() => undefined);
  return (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>;
}

/** Reads the named strings from the JSON body. */
export async function bodyTexts<K extends string>(
  request: Request,
  names: readonly K[],
): Promise<Readonly<Record<K, string>>> {
  const body = await bodyObject(request);
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT_LENGTH) {
      throw new ApiError(
        400,
        `Send a JSON object with the string field '${name}' (1 to ${MAX_TEXT_LENGTH} characters).`,
      );
    }
  }
  return body as Readonly<Record<K, string>>;
}
