import { applyEdit, EditError } from './edit-text.ts';
import { ConfigError } from './problem.ts';

/** Sets one field of a configuration's text, or removes it if the value is undefined. Comments and formatting stay. */
export function editConfigText(text: string, path: readonly string[], value: unknown, file = 'foldout.json'): string {
  try {
    return applyEdit('json', text, { path, value });
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const fix = 'correct the file, and run the command again';
    throw ConfigError.ofFile(file, { message: `this file cannot be edited: ${error.message}`, fix });
  }
}
