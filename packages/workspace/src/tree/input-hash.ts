import type { NamedTool } from '../names/named-tools.ts';
import { hashOf } from './content-hash.ts';
import { SAMPLE_TOOL } from './sample-tool.ts';
import { toolFileInput } from './tool-fields.ts';
import { toolFile } from './tool-file.ts';

/** Increment this when generated files change in a way that the sample below does not show. */
const GENERATION = 2;

let generatorHash: string | undefined;

/** Hash of everything that a tool's file depends on. Computing it is faster than generating the file. */
export function inputHashOf(tool: NamedTool): string {
  generatorHash ??= hashOf(`${GENERATION}\n${toolFile({ tool: SAMPLE_TOOL, name: 'doIt', typeName: 'DoIt' })}`);
  return hashOf(`${generatorHash}\n${toolFileInput(tool)}`);
}
