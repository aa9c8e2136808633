import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './recipe.ts';

/** Copies a program of the lab beside the installed packages, where Node finds them. Returns its path. */
export function copyProgram({ installed }: Place, name: string): string {
  const path = join(installed, name.replace(/\.js$/, '.mjs'));
  copyFileSync(join(import.meta.dirname, 'programs', name), path);
  return path;
}
