import {
  batchInput,
  type CallContext,
  callInput,
  detailInput,
  discoverInput,
  type Engine,
  pipeInput,
  type Risk,
} from '@foldout/core';
import { z } from 'zod';
import { LISTED_SCHEMAS } from './listed-schemas.ts';
import { type OwnTool, OwnTools } from './own-tools.ts';
import { renderDetail, renderDiscover } from './render-discovery.ts';
import { type CodeRunner, RUN_CODE, runCodeTool } from './run-code.ts';
import type { ListedTool } from './surface.ts';

export type DispatchMode = 'single' | 'by-risk';

/** Fields that mean nothing where there are no contexts. */
export const HIDDEN_WITHOUT_CONTEXTS = ['context'] as const;

const RISKS: readonly Risk[] = ['read', 'write', 'destructive'];
/** Unlisted, and in no catalog: a host that calls only what it has seen listed reaches it through `afd-call`. */
const MORE = 'afd-more';

/** The tools that stand for all others. Every text here is read by a model on every request: keep it short. */
export function metaTools(engine: Engine): OwnTool[] {
  const call = (maxRisk?: Risk) => (input: z.infer<typeof callInput>, context: CallContext) =>
    input.command === MORE
      ? engine.more({ cursor: String(input.input?.['cursor'] ?? '') })
      : engine.call(input, maxRisk ? { ...context, maxRisk } : context);
  return [
    {
      name: 'afd-discover',
      description: 'List or search the commands behind this server. level: signature shows parameters.',
      input: discoverInput,
      risk: 'read',
      text: renderDiscover,
      run: (input: z.infer<typeof discoverInput>, context) => engine.discover(input, context),
    },
    {
      name: 'afd-detail',
      description: 'Schema and metadata of commands. known: {name: schemaHash} skips unchanged ones.',
      input: detailInput,
      risk: 'read',
      text: renderDetail,
      run: (input: z.infer<typeof detailInput>, context) => engine.detail(input, context),
    },
    {
      name: 'afd-call',
      description: 'Run any command by name. select: fields to return.',
      input: callInput,
      run: call(),
    },
    ...RISKS.map((risk) => ({
      name: `afd-call-${risk}`,
      description: `Run a ${risk === 'read' ? 'read-only' : risk} command by name. select: fields to return.`,
      input: callInput,
      risk,
      run: call(risk),
    })),
    {
      name: 'afd-batch',
      description: 'Run several commands; each has its own result.',
      input: batchInput,
      run: (input: z.infer<typeof batchInput>, context) => engine.batch(input, context),
    },
    {
      name: 'afd-pipe',
      description:
        "Chain commands. Inputs may use $prev.field, $first, $input, $steps[0].a, $steps.alias.b. when: {$gt: ['$prev.n', 0]}; also $exists, $eq, $and, $not.",
      input: pipeInput,
      run: (input: z.infer<typeof pipeInput>, context) => engine.pipe(input, context),
    },
    {
      name: MORE,
      description: 'The next part of a result that was cut.',
      input: z.object({ cursor: z.string() }),
      risk: 'read',
      run: (input: { cursor: string }) => engine.more(input),
    },
  ];
}

/** The meta-tools, which every surface accepts. */
export class MetaTools extends OwnTools {
  /** What every surface lists besides its own tools: `run_code`, where code may be run. */
  readonly everywhere: readonly ListedTool[];
  readonly #mode: DispatchMode;

  constructor(engine: Engine, mode: DispatchMode = 'single', runner?: CodeRunner) {
    const { configured } = engine.contexts;
    const tools = [...metaTools(engine), ...(runner ? [runCodeTool(engine, runner)] : [])];
    super(tools, configured ? {} : { hidden: HIDDEN_WITHOUT_CONTEXTS, listed: LISTED_SCHEMAS });
    this.#mode = mode;
    this.everywhere = runner ? this.list(RUN_CODE) : [];
  }

  /** `afd-call`, or the three that replace it where hosts decide by risk. */
  callTools(): ListedTool[] {
    return this.list(...(this.#mode === 'by-risk' ? RISKS.map((risk) => `afd-call-${risk}`) : ['afd-call']));
  }
}
