import { type CatalogEntry, notFound } from '@foldout/core';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { scopeText, type VisibleCatalog } from './visible-catalog.ts';

/** The tool at an address, or an error that names what comes near. */
export function lookUp({ catalog, whole, names }: VisibleCatalog, address: string): CatalogEntry {
  const lookup = catalog.lookup(address);
  if (lookup.found) return lookup.entry;
  if (lookup.candidates.length > 0) {
    throw new CliError(`several servers have '${oneLine(address)}': name one of ${lookup.candidates.join(', ')}`);
  }
  if (whole.lookup(address).found) {
    throw new CliError(
      `'${oneLine(address)}' exists and is not within the scope (${scopeText(names)}): ` +
        '"toolsets" and "tools" of the configuration, TOOLSETS and TOOLS in the environment say what is',
    );
  }
  const { message, suggestion } = notFound(catalog, address);
  throw new CliError(oneLine(`${message}. ${suggestion}`), EXIT.usage);
}
