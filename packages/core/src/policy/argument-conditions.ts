import { isObject, own } from '../catalog/json.ts';
import type { ArgumentCondition, PolicyRule } from './policy-schema.ts';
import { wildcard } from './wildcard.ts';

type Arguments = NonNullable<PolicyRule['arguments']>;
type Test = (value: unknown) => boolean;

/** How many values a condition looks at. More of them are an error, and the call is refused. */
const MAX_VALUES = 10_000;
const MISSING: unique symbol = Symbol('missing');

/** Whether an input fulfills all conditions of a rule. */
export function argumentTest(conditions: Arguments): (input: unknown) => boolean {
  const tests = Object.entries(conditions).map(([path, condition]) => {
    const steps = stepsOf(path);
    const test = testOf(isObject(condition) ? (condition as ArgumentCondition) : { equals: condition as never });
    const [name = ''] = steps;
    // On the path of every call: most conditions are about one argument, which needs no list of values.
    if (steps.length === 1 && name !== '*') return (input: unknown): boolean => test(valueAt(input, name));
    return (input: unknown): boolean => valuesAt(input, steps).some(test);
  });
  const [only] = tests;
  return only && tests.length === 1 ? only : (input) => tests.every((test) => test(input));
}

/** `/a/b` is a JSON pointer, in which a star stands for every element; anything else is the name of one argument. */
function stepsOf(path: string): readonly string[] {
  if (!path.startsWith('/')) return [path];
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(input: unknown, name: string): unknown {
  if (!isObject(input) || !Object.hasOwn(input, name)) return MISSING;
  const value = input[name];
  return value === undefined ? MISSING : value;
}

/** The values at a path: several where the path has a star. A path that leads nowhere gives the value `MISSING`. */
function valuesAt(input: unknown, steps: readonly string[]): readonly unknown[] {
  let values: unknown[] = [input];
  for (const step of steps) {
    values = values.flatMap((value) => {
      if (step === '*' && Array.isArray(value)) return value;
      if (Array.isArray(value)) return /^\d+$/.test(step) && Number(step) < value.length ? [value[Number(step)]] : [];
      return isObject(value) && Object.hasOwn(value, step) ? [own(value, step)] : [];
    });
    if (values.length > MAX_VALUES) throw new Error(`An argument has more than ${MAX_VALUES} values`);
  }
  return values.length > 0 ? values.map((value) => (value === undefined ? MISSING : value)) : [MISSING];
}

function testOf(condition: ArgumentCondition): Test {
  const { not, ...tests } = condition;
  const positive = positiveTest(tests);
  if (!not) return positive;
  const negated = positiveTest(not);
  return (value) => positive(value) && !negated(value);
}

/** All tests that a condition names must hold. A missing argument fulfills only `exists: false`. */
function positiveTest(condition: Omit<ArgumentCondition, 'not'>): Test {
  const fold = condition.ignoreCase ? folded : same;
  const tests: Test[] = [];
  const { exists, equals, oneOf, startsWith, endsWith, contains, like, within } = condition;
  if (exists !== undefined) tests.push((value) => (value !== MISSING) === exists);
  if (equals !== undefined) tests.push((value) => fold(value) === fold(equals));
  if (oneOf) tests.push((value) => oneOf.some((one) => fold(value) === fold(one)));
  if (startsWith !== undefined) tests.push(ofText(fold, (text) => text.startsWith(fold(startsWith))));
  if (endsWith !== undefined) tests.push(ofText(fold, (text) => text.endsWith(fold(endsWith))));
  if (contains !== undefined) {
    const inText = ofText(fold, (text) => text.includes(fold(contains)));
    tests.push((value) => inText(value) || (Array.isArray(value) && value.some((one) => fold(one) === fold(contains))));
  }
  if (like !== undefined) tests.push(ofText(fold, wildcard(fold(like))));
  if (within !== undefined) {
    const folder = resolved(fold(within));
    tests.push(ofText(fold, (text) => isWithin(folder, resolved(text))));
  }
  const { above, atLeast, below, atMost } = condition;
  if (above !== undefined) tests.push((value) => typeof value === 'number' && value > above);
  if (atLeast !== undefined) tests.push((value) => typeof value === 'number' && value >= atLeast);
  if (below !== undefined) tests.push((value) => typeof value === 'number' && value < below);
  if (atMost !== undefined) tests.push((value) => typeof value === 'number' && value <= atMost);
  const [only] = tests;
  return only && tests.length === 1 ? only : (value) => tests.every((test) => test(value));
}

function ofText(fold: <T>(value: T) => T, test: (text: string) => boolean): Test {
  return (value) => typeof value === 'string' && test(fold(value));
}

function same<T>(value: T): T {
  return value;
}

function folded<T>(value: T): T {
  return typeof value === 'string' ? (value.toLowerCase() as T) : value;
}

/** The steps of a path without `.` and `..`; undefined if the path leads above its start. */
function resolved(path: string): readonly string[] | undefined {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') {
      if (steps.length === 0 || (steps.length === 1 && steps[0] === '')) return undefined;
      steps.pop();
    } else if (step !== '.' && (step !== '' || steps.length === 0)) steps.push(step);
  }
  return steps;
}

function isWithin(folder: readonly string[] | undefined, path: readonly string[] | undefined): boolean {
  return folder !== undefined && path !== undefined && folder.every((step, i) => path[i] === step);
}
