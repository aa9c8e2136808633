import type { CatalogEntry } from '@foldout/core';
import { notFound } from '@foldout/core/internal';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { CLI_WORDS } from '../words.ts';
import { scopeText, type VisibleCatalog } from './visible-catalog.ts';

/** The tool with this address. Throws an error that names similar tools. `unknown`: servers without a saved tool list. */
export function lookUp(
  { catalog, whole, names }: VisibleCatalog,
  address: string,
  unknown: readonly string[] = [],
): CatalogEntry {
  const lookup = catalog.lookup(address);
  if (lookup.found) return lookup.entry;
  if (lookup.candidates.length > 0) {
    throw new CliError(
      `several servers have a tool '${oneLine(address)}'. Use one of: ${lookup.candidates.join(', ')}`,
    );
  }
  if (whole.lookup(address).found) {
    throw new CliError(
      `'${oneLine(address)}' exists but is outside the scope (${scopeText(names)}). The scope is set by "toolsets" and ` +
        '"tools" in the configuration, or by TOOLSETS and TOOLS in the environment',
    );
  }
  const [unread] = unknown.filter((server) => address.startsWith(`${server}/`) || address.startsWith(`${server}__`));
  if (unread !== undefined) {
    throw new CliError(
      `'${oneLine(address)}': the tools of ${unread} are not known yet. To read them: ${typed('list')}`,
    );
  }
  const { code, message, suggestion } = notFound(catalog, address, CLI_WORDS);
  const exitCode = code === 'UPSTREAM_UNAVAILABLE' ? EXIT.unavailable : EXIT.usage;
  throw new CliError(oneLine(`${message}. ${suggestion}`), exitCode);
}

export function unknownServer(server: string, known: readonly { readonly name: string }[]): CliError {
  return new CliError(
    `server '${oneLine(server)}' does not exist. Use one of: ${known.map(({ name }) => name).join(', ')}`,
  );
}
