import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { missingLine, missingReason, missingServerOf, missingSources } from '../catalog/missing.ts';
import type { CommandError } from '../result/result.ts';

/** The error for a name that begins with a server whose tools are not known; undefined for other names. */
export function missingServerError(catalog: CatalogReader, address: string): CommandError | undefined {
  const source = missingServerOf(missingSources(catalog), address);
  if (!source) return undefined;
  const { server, state, todo } = source;
  return {
    code: 'UPSTREAM_UNAVAILABLE',
    message: missingReason(source),
    suggestion: state === 'starting' ? 'Call it again in a few seconds.' : (todo ?? `Run: foldout doctor ${server}`),
    retryable: state === 'starting',
    details: { server, state },
  };
}

/** The hint that an error about an unknown name adds while servers are missing: one of these servers may have the tool. */
export function mayBeMissing(catalog: CatalogReader, what = 'tool'): string | undefined {
  const line = missingLine(catalog);
  return line && `It may be a ${what} of a server that is not loaded: ${line}`;
}
