import type { Action } from '@foldout/core';
import { batchInput, callInput, detailInput, discoverInput, pipeInput, spell } from '@foldout/core/internal';
import { z } from 'zod';
import { type DispatchMode, dispatcherNames, riskVariants } from './by-risk.ts';
import { healList, healNames, healOne, healQuery, isPlainCall } from './heal-dispatch.ts';
import { leanSchema, type ObjectSchema } from './lean-schema.ts';
import { LISTED_SCHEMAS } from './listed-schemas.ts';
import { hintsOf } from './listed-tool.ts';
import { renderDetail, renderDiscover } from './render-discovery.ts';
import { renderBatch, renderPipe } from './render-runs.ts';
import { RUN_CODE_TOOL } from './run-code.ts';
import type { ListedTool } from './surface.ts';
import { type SurfaceTool, SurfaceTools } from './surface-tools.ts';

/** Accepted, and not listed: `risk` says the same in fewer tokens. */
const HIDDEN = ['includeMutation'] as const;
/** Fields that are listed only where they have an effect: where contexts are configured, where there is more than tools. */
const HIDDEN_BY_DEFAULT = [...HIDDEN, 'context', 'kind'] as const;

/** The tools that find and run all other tools. A model reads every text here on every request: keep it short. */
function metaTools(): SurfaceTool[] {
  return [
    {
      name: 'afd-discover',
      description: 'List or search commands. level: signature shows parameters.',
      input: discoverInput,
      heal: healQuery('search'),
      risk: 'read',
      text: renderDiscover,
      action: (input: z.infer<typeof discoverInput>) => ({ kind: 'discover', input }),
    },
    {
      name: 'afd-detail',
      description: 'Schema and metadata of commands. known: {name: schemaHash} skips unchanged ones.',
      input: detailInput,
      heal: healNames('command'),
      risk: 'read',
      text: renderDetail,
      action: (input: z.infer<typeof detailInput>) => ({ kind: 'detail', input }),
    },
    CALL,
    ...riskVariants(CALL, (kind) => `Run a ${kind} command by name. select: fields to return.`),
    BATCH,
    ...riskVariants(BATCH, (kind) => `afd-batch for ${kind} commands.`),
    PIPE,
    ...riskVariants(PIPE, (kind) => `afd-pipe for ${kind} commands.`),
    {
      // Not listed: hosts that call only listed tools run it with `afd-call`.
      name: 'afd-more',
      description: 'The next part of a result that was cut.',
      input: z.object({ cursor: z.string() }),
      risk: 'read',
      action: ({ cursor }: { cursor: string }) => ({ kind: 'more', cursor }),
    },
  ];
}

const CALL = {
  name: 'afd-call',
  description: 'Run any command by name. select: fields to return.',
  input: callInput,
  heal: healOne('command', 'input', ['select', 'where', 'context']),
  isPlain: isPlainCall('command', 'input'),
  action: (input: z.infer<typeof callInput>): Action => ({ kind: 'call', input }),
} as const satisfies SurfaceTool;

const BATCH = {
  name: 'afd-batch',
  description: 'Run several commands; each has its own result.',
  input: batchInput,
  heal: healList('commands', ['id']),
  text: renderBatch,
  action: (input: z.infer<typeof batchInput>) => ({ kind: 'batch', input }),
} as const satisfies SurfaceTool;

const PIPE = {
  name: 'afd-pipe',
  description:
    "Chain commands. Inputs may use $prev.field, $first, $input, $steps[0].a, $steps.alias.b. when: {$gt: ['$prev.n', 0]}; also $exists, $eq, $and, $not.",
  input: pipeInput,
  heal: healList('steps', ['as', 'when']),
  text: renderPipe,
  action: (input: z.infer<typeof pipeInput>) => ({ kind: 'pipe', input }),
} as const satisfies SurfaceTool;

/** The schemas of the meta-tools as they are listed without contexts and kinds. The build writes them to listed-schemas.ts. */
export function listedSchemas(): Record<string, ObjectSchema> {
  return Object.fromEntries(metaTools().map(({ name, input }) => [name, leanSchema(input, HIDDEN_BY_DEFAULT)]));
}

/** The meta-tools. Every surface accepts them, whether or not it lists them. */
export class MetaTools extends SurfaceTools {
  /** Listed by every surface: `run_code`, where the server runs code. */
  readonly everywhere: readonly ListedTool[];
  readonly mode: DispatchMode;

  constructor({ contextual = false, kinds = false, mode = 'single', runsCode = false }: MetaToolsOptions = {}) {
    const tools = [...metaTools(), ...(runsCode ? [RUN_CODE_TOOL] : [])];
    const hidden = [...HIDDEN, ...(contextual ? [] : ['context']), ...(kinds ? [] : ['kind'])];
    // Only the schema of `afd-discover` has kinds, so only that one is converted at the start of a gateway.
    const { 'afd-discover': _discover, ...others } = LISTED_SCHEMAS;
    super(tools, { hidden, ...(!contextual && { listed: kinds ? others : LISTED_SCHEMAS }) });
    this.mode = mode;
    this.everywhere = runsCode ? this.list(RUN_CODE_TOOL.name) : [];
  }

  /** The meta-tool whose name is spelled like this, with `_` for every separator. */
  spelled(spelling: string): string | undefined {
    return this.names().find((name) => spell(name) === spelling);
  }

  /** `afd-call`; with `dispatch: 'by-risk'`, one tool per risk. */
  callTools(): ListedTool[] {
    return this.list(...dispatcherNames(this.mode, CALL.name));
  }

  /**
   * `afd-batch` and `afd-pipe`. With `dispatch: 'by-risk'`, each is listed twice: once for read-only commands, which a host
   * can permit for good, and once for all commands, marked as destructive.
   */
  chainTools(): ListedTool[] {
    const names = ['afd-batch', 'afd-pipe'];
    if (this.mode === 'single') return this.list(...names);
    const all = this.list(...names).map((tool) => ({ ...tool, annotations: hintsOf('destructive') }));
    const reading = this.list(...names.map((name) => `${name}-read`));
    return [...reading.map((tool) => ({ ...tool, inputSchema: outline(tool.inputSchema) })), ...all];
  }
}

export interface MetaToolsOptions {
  /** Whether contexts are configured: then the `context` parameters are listed. */
  readonly contextual?: boolean;
  /** Whether there is more to find than tools, such as prompts: then `kind` is listed. */
  readonly kinds?: boolean;
  readonly mode?: DispatchMode | undefined;
  readonly runsCode?: boolean;
}

/** A schema without the inside of its fields, for a variant of a tool that is listed with the whole schema. */
function outline({ type, properties, required }: ObjectSchema): ObjectSchema {
  const fields = Object.entries(properties as Record<string, ObjectSchema>);
  const outlined = fields.map(([name, field]) => [
    name,
    { ...(field.type && { type: field.type }), ...(field['items'] !== undefined && { items: { type: 'object' } }) },
  ]);
  return { type, properties: Object.fromEntries(outlined), required };
}
