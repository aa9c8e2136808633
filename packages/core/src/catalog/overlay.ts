import { definitionHash } from './content-hash.ts';
import { isObject, type JsonObject, type JsonSchema, own } from './json.ts';
import type { ToolOverlay } from './overlay-schema.ts';
import type { Validated } from './source.ts';
import { summarize } from './summary.ts';
import { exceedsRisk, type Risk, riskOf, type Tool } from './tool.ts';

/** Length of a definition hash that people copy. */
const SHORT_HASH = 12;

/** What an overlay did to a tool. */
export interface Overlaid {
  /** The tool as its server describes it: the identity for policies, approvals and calls. */
  readonly upstream: Tool;
  readonly overlay: ToolOverlay;
  /** Names of the fields that the overlay changed. */
  readonly fields: readonly string[];
  /** Parts of the overlay that have no effect, or need another look. One sentence each. */
  readonly problems: readonly string[];
  /** Whether the definition is another one than the overlay was written for. */
  readonly outdated: boolean;
}

const overlaidTools = new WeakMap<Tool, Overlaid>();

/** The overlay of a tool; undefined for a tool without one. */
export function overlayOf(tool: Tool): Overlaid | undefined {
  return overlaidTools.get(tool);
}

/** The tool as its server describes it. The tool itself, if it has no overlay. */
export function upstreamTool(tool: Tool): Tool {
  return overlaidTools.get(tool)?.upstream ?? tool;
}

/** Identifies the definition that an overlay is written for. */
export function overlayHash(tool: Tool): string {
  return definitionHash(upstreamTool(tool)).slice(0, SHORT_HASH);
}

/** The tool with the changes of an overlay. */
export function overlayTool(tool: Tool, overlay: ToolOverlay): Tool {
  const { name = tool.name, aliases = [], tags = [], examples = [], hidden, arguments: fixes } = overlay;
  const renamed = name !== tool.name;
  const outdated = overlay.for !== undefined && !definitionHash(tool).startsWith(overlay.for);
  const risk = riskFrom(tool, overlay, outdated);
  const input = fixes && schemaWith(tool.inputSchema, fixes);
  const description = overlay.description ?? tool.description;
  const placed = placementIn(overlay);
  const changed: Tool = {
    ...tool,
    id: `${tool.server}/${name}`,
    name,
    ...(overlay.title && { title: overlay.title }),
    description,
    summary: overlay.summary ?? (overlay.description ? summarize(description) : tool.summary),
    // The server's own name still finds a renamed tool.
    aliases: [...tool.aliases, ...aliases, ...(renamed ? [tool.name] : [])],
    tags: [...new Set([...tool.tags, ...tags])],
    ...placed,
    examples: [...tool.examples, ...examples],
    ...(input && { inputSchema: input.schema }),
    ...(hidden && { enabled: false }),
    ...effectsOf(risk.risk),
  };
  const fields = Object.keys(overlay).filter((field) => field !== 'for' && (field !== 'risk' || risk.applied));
  const problems = [
    ...(outdated
      ? [`the server has changed the definition since the overlay was written (now ${overlayHash(tool)})`]
      : []),
    ...risk.problems,
    ...(input?.unknown ?? []).map((argument) => `the tool has no argument "${argument}"`),
  ];
  overlaidTools.set(changed, { upstream: tool, overlay, fields, problems, outdated });
  return changed;
}

function placementIn({ category, alwaysAvailable }: ToolOverlay): Partial<Tool> {
  return { ...(category && { category }), ...(alwaysAvailable !== undefined && { alwaysAvailable }) };
}

interface ChosenRisk {
  readonly risk: Risk;
  readonly applied: boolean;
  readonly problems: readonly string[];
}

/** A risk may always be raised. It is lowered only for the definition that the operator confirmed it for. */
function riskFrom(tool: Tool, overlay: ToolOverlay, outdated: boolean): ChosenRisk {
  const own = riskOf(tool);
  const wanted = overlay.risk ?? own;
  if (!exceedsRisk(own, wanted)) return { risk: wanted, applied: wanted !== own, problems: [] };
  if (overlay.for !== undefined && !outdated) return { risk: wanted, applied: true, problems: [] };
  const problem = `the risk stays "${own}": to lower it to "${wanted}", read the definition and write "for": "${overlayHash(tool)}"`;
  return { risk: own, applied: false, problems: [problem] };
}

function effectsOf(risk: Risk): Pick<Tool, 'mutation' | 'destructive'> {
  return { mutation: risk !== 'read', destructive: risk === 'destructive' };
}

type ArgumentFixes = NonNullable<ToolOverlay['arguments']>;

/** The schema that callers see. Only properties at its root can be changed. */
function schemaWith(
  schema: JsonSchema,
  fixes: ArgumentFixes,
): { readonly schema: JsonSchema; readonly unknown: readonly string[] } {
  const properties: JsonObject = { ...(own(schema, 'properties') as JsonObject | undefined) };
  const listed = own(schema, 'required');
  const required = new Set<unknown>(Array.isArray(listed) ? listed : []);
  const unknown: string[] = [];
  for (const [name, fix] of Object.entries(fixes)) {
    const { value, description, required: isRequired } = fix;
    if (!Object.hasOwn(properties, name) && value === undefined && fix.default === undefined) {
      unknown.push(name);
      continue;
    }
    if (value !== undefined) {
      delete properties[name];
      required.delete(name);
      continue;
    }
    const property = own(properties, name);
    properties[name] = {
      ...(isObject(property) && property),
      ...(description !== undefined && { description }),
      ...(fix.default !== undefined && { default: fix.default }),
    };
    if (fix.default !== undefined) required.delete(name);
    if (isRequired) required.add(name);
  }
  const { required: _before, ...rest } = schema;
  return { schema: { ...rest, properties, ...(required.size > 0 && { required: [...required] }) }, unknown };
}

/** The input that the server is sent: with the arguments that the overlay fixes, and its defaults. */
export function completedInput(tool: Tool, input: JsonObject): Validated {
  const fixes = overlaidTools.get(tool)?.overlay.arguments;
  if (!fixes) return { valid: true, value: input };
  const completed: JsonObject = { ...input };
  for (const [name, { value, default: fallback }] of Object.entries(fixes)) {
    if (value !== undefined) {
      if (Object.hasOwn(input, name) && JSON.stringify(input[name]) !== JSON.stringify(value)) {
        return { valid: false, issues: [{ path: [name], message: 'is set by the operator; leave it out' }] };
      }
      completed[name] = value;
    } else if (fallback !== undefined && !Object.hasOwn(input, name)) completed[name] = fallback;
  }
  return { valid: true, value: completed };
}
