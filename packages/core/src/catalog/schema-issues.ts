import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ValidationIssue } from './source.ts';

/** An issue of Zod for a union: the issues of every option. */
interface UnionIssue {
  readonly errors?: readonly (readonly StandardSchemaV1.Issue[])[];
  readonly discriminator?: string;
}

/** The issues of a schema library in one form: a path and a message each. */
export function readIssues(issues: readonly StandardSchemaV1.Issue[]): readonly ValidationIssue[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
    return unionIssues(issue, path) ?? pointedIssues(issue.message, path) ?? [{ path, message: issue.message }];
  });
}

/**
 * The issues of the option that was meant, where one fits best: the value has that option's type, and the fewest mistakes.
 * "Invalid input" for the union as a whole would hide what is wrong.
 */
function unionIssues(issue: StandardSchemaV1.Issue & UnionIssue, path: readonly PropertyKey[]) {
  const options = (issue.errors ?? []).filter((errors) => errors.length > 0).map(readIssues);
  const inside = options.filter((errors) => errors.every((error) => error.path.length > 0));
  const [best, second] = inside.sort((a, b) => a.length - b.length);
  if (!best || best.length === second?.length) return undefined;
  return best.map((error) => ({ path: [...path, ...error.path], message: error.message }));
}

/** `fromJsonSchema` reports all issues in one text: `data/items/0 must be string, data must have required property 'id'`. */
function pointedIssues(message: string, path: readonly PropertyKey[]): readonly ValidationIssue[] | undefined {
  if (path.length > 0 || !/^data(\/| must )/.test(message)) return undefined;
  return message.split(/, (?=data(?:\/| must ))/).map((part) => {
    const [, pointer = '', text = part] = /^data((?:\/[^ ]*)?) (.*)$/s.exec(part) ?? [];
    const at = pointer.split('/').slice(1).map(keyOf);
    const missing = /^must have required property '(.*)'$/s.exec(text)?.[1];
    return { path: missing === undefined ? at : [...at, missing], message: text };
  });
}

function keyOf(part: string): PropertyKey {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
}
