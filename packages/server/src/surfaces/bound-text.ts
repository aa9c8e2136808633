import type { CommandResult, CommandSuccess, Engine, Words } from '@foldout/core';
import { annotate } from '@foldout/core/internal';
import { compactText, type ResultEncoding } from './compact-text.ts';
import { wrapLongLines } from './json-lines.ts';
import { dataText, resultText } from './result-text.ts';
import type { SurfaceTool } from './surface-tools.ts';

export interface BoundText {
  /** The result, cut if it is longer than the client shows. */
  readonly bounded: CommandResult;
  readonly text: string;
}

export interface TextLimits {
  readonly words?: Words | undefined;
  readonly maxChars?: number | undefined;
  /** The encoding of data that the client has opted in to. */
  readonly encoding?: ResultEncoding | undefined;
  /** Stores a text that is cut as a file, and returns its path. Only for clients that can read it. */
  readonly spill?: SpillText | undefined;
}

/** The file with the whole text of a result. */
export interface SpilledFile {
  readonly path: string;
  /** What a model has to know before it reads the file. */
  readonly warning?: string | undefined;
}

export type SpillText = (text: string) => SpilledFile | undefined;

/** The sentences that name the file of a cut text. */
export function spilled(file: SpilledFile | undefined): readonly string[] {
  if (!file) return [];
  const named = `The whole text is in the file ${file.path} for 15 minutes`;
  return file.warning === undefined ? [named] : [named, file.warning];
}

/** A result within the bound of the client, and the text that the model reads of it. */
export function boundText(
  engine: Engine,
  result: CommandResult,
  { words, maxChars, encoding, spill }: TextLimits,
  shortText?: SurfaceTool['text'],
): BoundText {
  const { result: cut, text } = engine.pager.bound(result, { words, maxChars });
  const isCut = cut !== result;
  const file = isCut && result.success ? spill?.(dataText(result.data)) : undefined;
  const bounded = file === undefined ? cut : annotate(cut, { warnings: spilled(file) });
  const whole =
    isCut || !bounded.success || !shortText
      ? undefined
      : shortText(bounded.data as never, bounded as CommandSuccess<unknown>);
  const data = (): string =>
    (encoding && compactText(text, encoding)) ?? dataText((bounded as CommandSuccess<unknown>).data, text);
  const written = whole ?? resultText(bounded, bounded.success ? data() : undefined);
  return { bounded, text: wrapLongLines(written) };
}
