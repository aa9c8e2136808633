import { type CatalogEntry, type CatalogReader, notFound } from '@foldout/core';
import { CliError, EXIT } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';

/** The tool at an address, or an error that names what comes near. */
export function lookUp(catalog: CatalogReader, address: string): CatalogEntry {
  const lookup = catalog.lookup(address);
  if (lookup.found) return lookup.entry;
  if (lookup.candidates.length > 0) {
    throw new CliError(`several servers have '${oneLine(address)}': name one of ${lookup.candidates.join(', ')}`);
  }
  const { message, suggestion } = notFound(catalog, address);
  throw new CliError(oneLine(`${message}. ${suggestion}`), EXIT.usage);
}
