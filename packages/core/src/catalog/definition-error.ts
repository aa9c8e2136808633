/** A command breaks a rule. Thrown when the command is defined or registered, so that its author sees it before an agent does. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}

/** A value in an error message, short and on one line. */
export function shownValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 60 ? `${text.slice(0, 59)}…` : text;
  } catch {
    return `a value of type ${typeof value}`;
  }
}
