const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** The same limit as for a message over stdio. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * `fetch` for untrusted servers: fails when a message of the response is longer than `limit` bytes, after decompression. In an
 * event stream each event is a message, whatever its number of lines; elsewhere the whole body is.
 */
export function fetchWithin(limit: number, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const { status, statusText, headers, url } = response;
    const streams = headers.get('content-type')?.includes('text/event-stream') === true;
    const bounded = new Response(response.body.pipeThrough(streams ? eventLimit(limit) : bodyLimit(limit)), {
      status,
      statusText,
      headers,
    });
    // The constructor cannot set the address, which callers resolve relative addresses with.
    Object.defineProperty(bounded, 'url', { value: url });
    return bounded;
  };
}

export function boundedFetch(send: typeof fetch): typeof fetch {
  return fetchWithin(MESSAGE_BYTES, send);
}

function bodyLimit(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      passOn(chunk, size, limit, controller);
    },
  });
}

/** Counts since the last empty line, which ends an event. Lines end with LF, CRLF or CR. */
function eventLimit(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let atLineStart = true;
  let afterReturn = false;
  return new TransformStream({
    transform(chunk, controller) {
      let largest = size;
      let at = 0;
      while (at < chunk.length) {
        const end = nextLineEnd(chunk, at);
        if (end === -1) {
          size += chunk.length - at;
          [atLineStart, afterReturn] = [false, false];
          break;
        }
        const isFeedOfPair = afterReturn && end === at && chunk[end] === NEWLINE;
        size += end + 1 - at;
        if (end > at) atLineStart = false;
        if (!isFeedOfPair) {
          largest = Math.max(largest, size);
          if (atLineStart) size = 0;
          atLineStart = true;
        }
        afterReturn = chunk[end] === CARRIAGE_RETURN;
        at = end + 1;
      }
      passOn(chunk, Math.max(largest, size), limit, controller);
    },
  });
}

function nextLineEnd(chunk: Uint8Array, from: number): number {
  const feed = chunk.indexOf(NEWLINE, from);
  const carriage = chunk.subarray(from, feed === -1 ? chunk.length : feed).indexOf(CARRIAGE_RETURN);
  return carriage === -1 ? feed : from + carriage;
}

function passOn(
  chunk: Uint8Array,
  size: number,
  limit: number,
  controller: TransformStreamDefaultController<Uint8Array>,
): void {
  if (size > limit) controller.error(new Error(`it sent a message of more than ${limit} bytes`));
  else controller.enqueue(chunk);
}
