import type { Middleware, Tool } from '@foldout/core';
import { type InferredOutput, LOCAL_PRINCIPAL } from '@foldout/core/internal';
import { fadeShape, mergeShapes, type Shape, schemaOfShape, shapeOf, tidyShape } from '@foldout/usage/internal';
import type { Documents } from '../state/documents.ts';
import { LearnedDocuments, type LearnedKind } from './learned-document.ts';

/** Tool id → the shape of its results. */
type Shapes = Readonly<Record<string, Shape>>;

/** Tools that are kept for one principal: those with the most results. */
const MAX_TOOLS = 300;
/** A type that rests on one result may be an exception. */
const MIN_RESULTS = 2;
/** From this number of results on, all counts are halved. */
const FADE_FROM = 200;

const SHAPES: LearnedKind<Shapes> = {
  kind: 'shapes',
  empty: {},
  parse: (text) => {
    try {
      const data: unknown = JSON.parse(text);
      return typeof data === 'object' && data !== null ? (data as Shapes) : undefined;
    } catch {
      return undefined;
    }
  },
  merge: (stored, added) => {
    const merged = new Map(Object.entries(stored));
    for (const [id, shape] of Object.entries(added)) {
      const known = merged.get(id);
      const sum = known ? mergeShapes(known, shape) : shape;
      merged.set(id, sum.seen >= FADE_FROM ? (fadeShape(sum) ?? sum) : sum);
    }
    return Object.fromEntries(merged);
  },
  write: (shapes) => {
    const most = Object.entries(shapes).sort(([a, one], [b, other]) => other.seen - one.seen || (a < b ? -1 : 1));
    return JSON.stringify(Object.fromEntries(most.slice(0, MAX_TOOLS).map(([id, shape]) => [id, tidyShape(shape)])));
  },
};

/**
 * Learns the types of results from use: keys and types, never values. For tools whose server declares no output schema, and
 * for each principal on its own.
 */
export class OutputShapes {
  readonly documents: LearnedDocuments<Shapes>;
  /** The schema of a shape, computed once. */
  readonly #outputs = new WeakMap<Shape, InferredOutput>();

  constructor(documents: Documents) {
    this.documents = new LearnedDocuments(documents, SHAPES);
  }

  /** Learns from every successful call, after the result was returned. */
  readonly middleware: Middleware = async (tool, _input, context, next) => {
    const result = await next();
    if (result.success && !tool.outputSchema) {
      const principal = context.principal?.name ?? LOCAL_PRINCIPAL;
      const { data } = result;
      setImmediate(() => this.learn(tool, data, principal));
    }
    return result;
  };

  /** Never throws: a result that cannot be read teaches nothing. */
  learn({ id }: Pick<Tool, 'id'>, data: unknown, principal: string): void {
    try {
      this.documents.add(principal, { [id]: shapeOf(data) });
    } catch {}
  }

  outputOf({ id }: Pick<Tool, 'id'>, principal: string): InferredOutput | undefined {
    const shapes = this.documents.of(principal);
    const shape = Object.hasOwn(shapes, id) ? shapes[id] : undefined;
    if (!shape || shape.seen < MIN_RESULTS) return undefined;
    let output = this.#outputs.get(shape);
    if (!output) {
      output = { schema: schemaOfShape(tidyShape(shape)), results: shape.seen };
      this.#outputs.set(shape, output);
    }
    // A text or nothing at all says no more than no type.
    return ['string', 'null'].includes(String(output.schema['type'])) ? undefined : output;
  }
}

/** The tools with what was learned of their results by the local user, for a tree. */
export async function withLearnedOutputs<T extends Tool>(documents: Documents, tools: readonly T[]) {
  const shapes = new OutputShapes(documents);
  await shapes.documents.load(LOCAL_PRINCIPAL);
  return tools.map((tool): T & { readonly inferredFrom?: number } => {
    const output = tool.outputSchema ? undefined : shapes.outputOf(tool, LOCAL_PRINCIPAL);
    return output ? { ...tool, outputSchema: output.schema, inferredFrom: output.results } : tool;
  });
}
