import type { Tool } from '@foldout/core';

export interface FieldText {
  readonly field: string;
  readonly text: string;
}

/** Limits for one definition. Texts beyond them are not scanned; real tools stay far below. */
const MAX_TEXTS = 5_000;
const MAX_DEPTH = 64;

/** Every text of a tool that a model may read, with its field. */
export function* textsOf(tool: Tool): Generator<FieldText> {
  yield { field: 'name', text: tool.name };
  if (tool.title) yield { field: 'title', text: tool.title };
  yield { field: 'description', text: tool.description };
  if (tool.annotations?.title) yield { field: 'annotations.title', text: tool.annotations.title };
  const left = { texts: MAX_TEXTS };
  yield* textsIn('inputSchema', tool.inputSchema, left, MAX_DEPTH);
  if (tool.outputSchema) yield* textsIn('outputSchema', tool.outputSchema, left, MAX_DEPTH);
}

function* textsIn(field: string, value: unknown, left: { texts: number }, depth: number): Generator<FieldText> {
  if (left.texts <= 0 || depth <= 0) return;
  if (typeof value === 'string') {
    left.texts -= 1;
    yield { field, text: value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const list = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (left.texts <= 0) return;
    // A model reads keys too. Short keys cannot hold an instruction.
    if (!list && key.length > 20) {
      left.texts -= 1;
      yield { field: `${field} (a key)`, text: key };
    }
    yield* textsIn(list ? `${field}[${key}]` : `${field}.${key.slice(0, 60)}`, inner, left, depth - 1);
  }
}
