import {
  availabilityOf,
  type CallContext,
  type Engine,
  failure,
  type JsonSchema,
  notFound,
  propertiesOf,
  success,
  type Tool,
  taxonomyOf,
  visibleTools,
} from '@foldout/core';
import { z } from 'zod';
import { instructionsFor } from './instructions.ts';
import { type OwnTool, OwnTools } from './own-tools.ts';
import { relatedTools } from './related-tools.ts';
import type { SurfaceFactory } from './surface.ts';

const HOW_TO =
  'List them with list_available_tools, read one with get_tool_description, run it by name or with afd-call.';

/** Lists an index of names and one that explains a tool; every tool is callable by its own name. */
export const index: SurfaceFactory = ({ engine, meta }) => {
  const own = new OwnTools(indexTools(engine));
  const tools = [...own.list('list_available_tools', 'get_tool_description'), ...meta.callTools()];
  return {
    varies: false,
    list: () => tools,
    owns: (name) => own.has(name),
    call: (name, input, context) => (own.has(name) ? own.call(name, input, context) : undefined),
    instructions: ({ catalog }) => instructionsFor(catalog, HOW_TO),
  };
};

const listInput = z.object({ category: z.string().optional(), include_disabled: z.boolean().optional() });
const describeInput = z.object({ tool_name: z.string().min(1), include_examples: z.boolean().optional() });

function indexTools(engine: Engine): OwnTool[] {
  return [
    {
      name: 'list_available_tools',
      description: 'Names and one-line summaries of all tools.',
      input: listInput,
      risk: 'read',
      run: (input: z.infer<typeof listInput>, context) => listAvailable(engine, input, context),
    },
    {
      name: 'get_tool_description',
      description: 'Description, parameters and examples of a tool. Call before using it.',
      input: describeInput,
      risk: 'read',
      run: (input: z.infer<typeof describeInput>, context) => describe(engine, input, context),
    },
  ];
}

function listAvailable(engine: Engine, input: z.infer<typeof listInput>, context: CallContext) {
  const { category, include_disabled } = input;
  const catalog = engine.catalog.view(context.scope);
  const activeContext = engine.contexts.active(context).name;
  const scope = { catalog, contextual: engine.contexts.configured, activeContext };
  const tools = visibleTools(scope, include_disabled).tools.filter((tool) => !category || tool.category === category);
  return success({
    tools: tools.map((tool) => ({
      name: catalog.addressOf(tool),
      summary: tool.summary,
      category: tool.category,
      enabled: tool.enabled,
      ...availabilityOf(catalog, tool),
    })),
    total: tools.length,
    categories: [...taxonomyOf(catalog).categories.keys()].sort(),
  });
}

function describe(engine: Engine, input: z.infer<typeof describeInput>, context: CallContext) {
  const { tool_name, include_examples = true } = input;
  const catalog = engine.catalog.view(context.scope);
  const lookup = catalog.lookup(tool_name);
  if (!lookup.found) return failure(notFound(catalog, tool_name, 'list_available_tools'));
  const { tool } = lookup.entry;
  const name = catalog.addressOf(tool);
  return success({
    name,
    description: tool.description,
    parameters: parametersOf(tool.inputSchema),
    ...(include_examples && tool.examples.length > 0 && { examples: tool.examples.map((one) => example(name, one)) }),
    related_tools: relatedTools(catalog, tool, engine.learning?.relatedTo(tool.id)),
    ...(tool.deprecated && { deprecated: tool.deprecationMessage ?? true }),
    ...(!tool.enabled && { enabled: false }),
    ...availabilityOf(catalog, tool),
  });
}

/** A parameter as the index shows it: its own schema, with `required` beside the type. */
function parametersOf(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    propertiesOf(schema).map(({ key, schema: property, required }) => [key, { ...(property as object), required }]),
  );
}

/** `search_context(query='patterns', limit=5)`: how a person would write the call. */
function example(name: string, { title, input, output }: Tool['examples'][number]) {
  const args = Object.entries(input).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return {
    description: title,
    invocation: `${name}(${args.join(', ')})`,
    ...(output !== undefined && { expected_output: output }),
  };
}
