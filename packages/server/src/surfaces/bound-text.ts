import type { CommandResult, CommandSuccess, Engine, Words } from '@foldout/core';
import { wrapLongLines } from './json-lines.ts';
import { dataText, resultText } from './result-text.ts';
import type { SurfaceTool } from './surface-tools.ts';

export interface BoundText {
  /** The result, cut if it is longer than the client shows. */
  readonly bounded: CommandResult;
  readonly text: string;
}

/** A result within the bound of the client, and the text that the model reads of it. */
export function boundText(
  engine: Engine,
  result: CommandResult,
  { words, maxChars }: { readonly words?: Words | undefined; readonly maxChars?: number | undefined },
  shortText?: SurfaceTool['text'],
): BoundText {
  const { result: bounded, text } = engine.pager.bound(result, { words, maxChars });
  const isCut = bounded !== result;
  const whole =
    isCut || !bounded.success || !shortText
      ? undefined
      : shortText(bounded.data as never, bounded as CommandSuccess<unknown>);
  const written = whole ?? resultText(bounded, bounded.success ? dataText(bounded.data, text) : undefined);
  return { bounded, text: wrapLongLines(written) };
}
