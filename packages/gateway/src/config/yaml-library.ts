import { createRequire } from 'node:module';

let library: typeof import('yaml') | undefined;

/** Loads the YAML library when the first YAML file is read: a static import would double the start time of every command. */
export function yamlLibrary(): typeof import('yaml') {
  library ??= createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return library;
}
