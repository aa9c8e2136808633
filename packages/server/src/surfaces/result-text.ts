import type { CommandError, CommandResult, TrustFields } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { jsonLines } from './json-lines.ts';

const NO_LINES: readonly string[] = [];

/** A result as text: everything that a model must know, each fact once. `metadata` is for programs and is left out. */
export function resultText(result: CommandResult, body?: string): string {
  const first = result.success ? (body ?? dataText(result.data)) : errorText(result.error);
  const lines = trustLines(result);
  return lines.length === 0 ? first : [first, ...lines].join('\n');
}

export function dataText(data: unknown, written?: string): string {
  return jsonLines(data, written) || 'done';
}

/** The fields beside the data, a line each. */
export function trustLines(trust: TrustFields): readonly string[] {
  const { reasoning, confidence, warnings, suggestions, alternatives, sources } = trust;
  if (!(reasoning ?? confidence ?? warnings ?? suggestions ?? alternatives ?? sources)) return NO_LINES;
  const sure = confidence === undefined || confidence === 1;
  const judged = [reasoning, sure ? undefined : `confidence ${confidence}`].filter((part) => part !== undefined);
  return [
    ...warningLines(warnings),
    ...(judged.length > 0 ? [`Reasoning: ${judged.join('; ')}`] : []),
    ...hintLines(trust),
  ];
}

export function warningLines(warnings: readonly string[] = []): string[] {
  return warnings.map((warning) => `! ${warning}`);
}

/** Suggestions, alternatives and sources. */
export function hintLines({ suggestions = [], alternatives = [], sources = [] }: TrustFields): string[] {
  return [
    ...suggestions.map((suggestion) => `Next: ${suggestion}`),
    ...(alternatives.length > 0 ? [`Alternatives: ${jsonLines(alternatives)}`] : []),
    ...(sources.length > 0 ? [`Sources: ${jsonLines(sources)}`] : []),
  ];
}

/** Code, message, next step, and those details that the message and the suggestion do not have. */
export function errorText({ code, message, suggestion, details, retryable }: CommandError): string {
  const said = [`${code}: ${message}${retryable ? ' (retryable)' : ''}`, ...(suggestion ? [suggestion] : [])];
  return [...said, ...detailLines(details, said.join('\n'))].join('\n');
}

/** Details that the message or the suggestion of an error mostly repeats. */
const IN_MESSAGE = new Set('issues signature repaired candidates contexts step reference field valid'.split(' '));

function detailLines(details: unknown, said: string): string[] {
  if (details === undefined || details === null) return [];
  if (!isObject(details)) return [`details: ${plain(details)}`];
  const lines: string[] = [];
  for (const [key, value] of Object.entries(details)) {
    if (value === undefined || (IN_MESSAGE.has(key) && isSaid(value, said))) continue;
    if (key === 'signature' && typeof value === 'string') lines.push(value);
    // The error of the failing step of a pipe has details of its own.
    else if (key === 'cause') lines.push(...detailLines(value, said));
    else lines.push(`${key}: ${plain(value)}`);
  }
  return lines;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : jsonLines(value);
}

/** Whether a text contains every value of the details. Field names and empty values are ignored. */
function isSaid(value: unknown, said: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every((inner) => isSaid(inner, said));
  if (typeof value === 'string') return said.includes(value) || said.includes(JSON.stringify(value).slice(1, -1));
  return new RegExp(`(?<![\\w.])${String(value).replace(/[^\w]/g, '\\$&')}(?![\\w.]*\\w)`).test(said);
}
