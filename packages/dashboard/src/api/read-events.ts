export interface LiveEvent {
  readonly kind: string;
  readonly data: string;
}

/** Reads server-sent events. The `EventSource` of the browser cannot send a token. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const kind = fieldOf(lines, 'event');
      const data = fieldOf(lines, 'data');
      if (kind !== undefined && data !== undefined) yield { kind, data };
    }
  }
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
}
