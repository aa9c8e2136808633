import type { CatalogEntry } from '../catalog/catalog.ts';
import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { inContext } from '../catalog/contexts.ts';
import { exceedsRisk, type Risk, riskOf, type Tool } from '../catalog/tool.ts';
import type { CommandError } from '../result/result.ts';
import { calculateSimilarity, findSimilarTools } from '../search/similarity.ts';

const SHOWN_NAME = 80;
/** From this similarity on, a misspelt name has one likely meaning. */
const OBVIOUS = 0.8;

/** No tool has the name, or several have. Names the ones that were probably meant. */
export function notFound(catalog: CatalogReader, address: string, lister = 'afd-discover'): CommandError {
  const name = address.length > SHOWN_NAME ? `${address.slice(0, SHOWN_NAME)}…` : address;
  const lookup = catalog.lookup(address);
  if (!lookup.found && lookup.candidates.length > 0) {
    return {
      code: 'COMMAND_NOT_FOUND',
      message: `'${name}' is ambiguous: more than one server has it`,
      suggestion: `Use one of ${quoted(lookup.candidates, ', ')}.`,
      details: { candidates: lookup.candidates },
    };
  }
  const candidates = similarAddresses(catalog, address);
  const guess = candidates.length > 0 ? `Did you mean ${quoted(plausible(address, candidates), ' or ')}? ` : '';
  return {
    code: 'COMMAND_NOT_FOUND',
    message: `No command named '${name}'`,
    suggestion: `${guess}Use ${lister} to list all commands.`,
    ...(candidates.length > 0 && { details: { candidates } }),
  };
}

/** Up to three addresses that look like this one. */
export function similarAddresses(catalog: CatalogReader, address: string): string[] {
  return findSimilarTools(address, catalog.addresses(address.includes('/') ? 'id' : 'name'));
}

/** An obvious slip of the pen has one answer; otherwise all candidates are named. */
function plausible(address: string, candidates: readonly string[]): readonly string[] {
  const [best = ''] = candidates;
  return calculateSimilarity(address, best) >= OBVIOUS ? [best] : candidates;
}

function quoted(names: readonly string[], between: string): string {
  return names.map((name) => `'${name}'`).join(between);
}

export interface Admission {
  readonly catalog: CatalogReader;
  /** Whether contexts are configured: without any, a tool's own are ignored. */
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
  readonly maxRisk?: Risk | undefined;
}

/** Why this call is not let through, or undefined. The order is the one agents can act on best. */
export function refuse({ tool, source }: CatalogEntry, admission: Admission): CommandError | undefined {
  const address = admission.catalog.addressOf(tool);
  if (!source.exposes(tool)) {
    return {
      code: 'COMMAND_NOT_EXPOSED',
      message: `Command '${address}' exists, but this server does not expose it`,
      suggestion: 'Use afd-discover to see what can be called here.',
    };
  }
  if (!tool.enabled) {
    return {
      code: 'COMMAND_DISABLED',
      message: `Command '${address}' is disabled`,
      suggestion:
        source.availability?.(tool).todo ??
        'Use afd-discover to find another command, or ask the operator to enable it.',
    };
  }
  if (admission.contextual && !inContext(tool, admission.activeContext))
    return contextMismatch(tool, address, admission);
  const risk = riskOf(tool);
  if (admission.maxRisk && exceedsRisk(risk, admission.maxRisk)) {
    return {
      code: 'COMMAND_NOT_EXPOSED',
      message: `Command '${address}' is ${risk}; afd-call-${admission.maxRisk} does not run it`,
      suggestion: `Call it with afd-call-${risk}.`,
    };
  }
  return undefined;
}

function contextMismatch(tool: Tool, address: string, { activeContext }: Admission): CommandError {
  const wanted = tool.contexts[0] ?? '';
  return {
    code: 'CONTEXT_MISMATCH',
    message: `Command '${address}' belongs to context ${tool.contexts.map((name) => `'${name}'`).join(' or ')}; ${
      activeContext ? `'${activeContext}' is active` : 'none is active'
    }`,
    suggestion: `Enter it with afd-context { action: 'enter', context: '${wanted}' }, or pass context: '${wanted}' to afd-call.`,
    details: { contexts: tool.contexts },
  };
}
