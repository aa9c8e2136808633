import type { JsonObject, JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { functionName } from '../names/identifiers.ts';
import { FunctionError, lineAt } from './function-error.ts';
import { withFunctionImports } from './function-imports.ts';
import { docText, TypeReader } from './read-type.ts';

/** Limits of the source of one function. */
export const FUNCTION_LIMITS = { sourceChars: 50_000, descriptionChars: 2_000 } as const;

/** What the source of a function says about it. */
export interface ReadFunction {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Undefined if it returns nothing. */
  readonly outputSchema: JsonSchema | undefined;
  /** An input that it can be tried with. */
  readonly test: JsonObject;
  /** The source, with imports as they are in the folder `functions` of a tree. */
  readonly code: string;
  /** Whether the function takes an input. */
  readonly takesInput: boolean;
}

const SIGNATURE = /(?<=^|\*\/[ \t]*)export\s+async\s+function\s+([A-Za-z_$][\w$]*)\s*\(/gm;
const PARAMETER = /^\s*[A-Za-z_$][\w$]*\s*\??\s*:/;
const AFTER_INPUT = /^\s*(?:=\s*\{\s*\}\s*)?,?\s*\)/;
const AFTER_NO_INPUT = /^\s*\)/;
const PROMISE = /^\s*:\s*Promise\s*</;

/** The form that every message about a wrong source points to. */
export const FUNCTION_FORM = `/**
 * What it does, in one sentence
 * @test { "id": "42" }
 */
export async function doIt(input: { id: string }): Promise<{ title: string }> { … }`;

/** Reads the source of a function: its description, its types and its test input. Throws a `FunctionError`. */
export async function readFunction(source: string): Promise<ReadFunction> {
  if (source.length > FUNCTION_LIMITS.sourceChars) {
    throw new FunctionError(
      `The function has ${source.length} characters; the limit is ${FUNCTION_LIMITS.sourceChars}. Split it: functions can import each other`,
    );
  }
  const code = await withFunctionImports(source.replaceAll('\r\n', '\n'));
  const [signature, another] = [...code.matchAll(SIGNATURE)];
  if (!signature) throw new FunctionError(`There is no exported async function. Write it as:\n${FUNCTION_FORM}`);
  if (another) {
    throw new FunctionError(
      `Only one function can be exported. Remove 'export' from '${another[1]}', or save it on its own`,
      lineAt(code, another.index),
    );
  }
  const name = checkedName(signature[1] ?? '');
  const reader = new TypeReader(code);
  const { input, output, takesInput } = typesOf(code, signature.index + signature[0].length, reader);
  const { description, test } = headOf(code, signature.index, takesInput);
  return {
    name,
    description,
    inputSchema: input,
    outputSchema: output && reader.standalone(output),
    test,
    code,
    takesInput,
  };
}

function checkedName(name: string): string {
  if (functionName(name) === name && name.length <= 60) return name;
  const better = functionName(name).slice(0, 60);
  throw new FunctionError(`The function cannot be named '${name}'. Name it '${better}'`);
}

function typesOf(code: string, at: number, reader: TypeReader) {
  const parameter = PARAMETER.exec(code.slice(at));
  let input: JsonSchema = { type: 'object', properties: {} };
  let end = at;
  if (parameter) {
    input = reader.standalone(reader.read(at + parameter[0].length) ?? {});
    end = reader.end;
    if (input['type'] !== 'object') {
      throw new FunctionError('The input has to be an object type, such as { id: string }', lineAt(code, at));
    }
  }
  const closed = (parameter ? AFTER_INPUT : AFTER_NO_INPUT).exec(code.slice(end));
  if (!closed) {
    throw new FunctionError('The function takes one input, an object with a type: (input: { … })', lineAt(code, end));
  }
  const promise = PROMISE.exec(code.slice(end + closed[0].length));
  if (!promise) {
    throw new FunctionError('The function needs a return type: Promise<{ … }>, or Promise<void>', lineAt(code, end));
  }
  const output = reader.read(end + closed[0].length + promise[0].length);
  return { input, output, takesInput: parameter !== null };
}

/** The doc comment before the function, or else the first one of the file. */
function headOf(code: string, signatureAt: number, takesInput: boolean) {
  const before = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(code.slice(0, signatureAt))?.[0];
  const comment = before ?? /^\s*(\/\*\*[\s\S]*?\*\/)/.exec(code)?.[1] ?? '';
  const [about = '', ...tags] = docText(comment).split(/\s(?=@[a-z]+\b)|^(?=@[a-z]+\b)/);
  const description = about.startsWith('@') ? '' : about.trim();
  if (description === '') {
    throw new FunctionError(`The function has no description. Begin the file with a comment:\n${FUNCTION_FORM}`);
  }
  if (description.length > FUNCTION_LIMITS.descriptionChars) {
    throw new FunctionError(`The description is longer than ${FUNCTION_LIMITS.descriptionChars} characters`);
  }
  const tag = [about, ...tags].find((each) => each.startsWith('@test'));
  if (tag === undefined && takesInput) {
    throw new FunctionError('The comment has no test input. Add a line such as: @test { "id": "42" }');
  }
  return { description, test: tag === undefined ? {} : testOf(tag.slice('@test'.length)) };
}

function testOf(text: string): JsonObject {
  let test: unknown;
  try {
    test = JSON.parse(text);
  } catch {}
  if (isObject(test)) return test;
  throw new FunctionError(`The test input is not a JSON object: @test${text.slice(0, 100)}`);
}
