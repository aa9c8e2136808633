/** What an event stream may hold for a client that does not read. One message may be longer. */
export const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

export type Stream = ReadableStreamDefaultController<Uint8Array>;

/** Counts the bytes that a stream holds, so that `isFull` works. */
export function unreadBytes(): ByteLengthQueuingStrategy {
  return new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES });
}

export function isFull({ desiredSize }: Stream): boolean {
  return desiredSize !== null && desiredSize <= 0;
}

export function unreadError(): Error {
  return new Error(`The client has left more than ${MAX_UNREAD_BYTES} bytes unread.`);
}

/** An event stream that ends when the client leaves too much unread: a server that sends without end would fill the memory. */
export function withUnreadLimit(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (!body || headers.get('content-type')?.startsWith('text/event-stream') !== true) return response;
  const reader = body.getReader();
  const stream = { start: (controller: Stream) => void passOn(reader, controller), cancel: reader.cancel.bind(reader) };
  return new Response(new ReadableStream<Uint8Array>(stream, unreadBytes()), { status, statusText, headers });
}

async function passOn(reader: ReadableStreamDefaultReader<Uint8Array>, controller: Stream): Promise<void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (isFull(controller)) throw unreadError();
      controller.enqueue(next.value);
    }
    controller.close();
  } catch (error) {
    controller.error(error);
    reader.cancel(error).catch(() => {});
  }
}
