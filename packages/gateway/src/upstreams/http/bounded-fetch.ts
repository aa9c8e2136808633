const NEWLINE = 10;

/** The same limit as for a message over stdio. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/** `fetch` for untrusted servers: fails when a line of the response is longer than `limit`. A message is one line. */
export function fetchWithin(limit: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    if (!response.body || length <= limit) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(lineLimit(limit)), { status, statusText, headers });
  };
}

export const boundedFetch = fetchWithin(MESSAGE_BYTES);

function lineLimit(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const last = chunk.lastIndexOf(NEWLINE);
      size = last === -1 ? size + chunk.length : chunk.length - last - 1;
      if (size > limit) controller.error(new Error(`it sent a message of more than ${limit} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
