import type { Recipe } from '../recipe.ts';
import { aiSdk } from './ai-sdk.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex, codexBundled } from './codex.ts';
import { continueCli } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { inspector } from './inspector.ts';
import { kimi } from './kimi.ts';
import { mcporter } from './mcporter.ts';
import { openaiAgents } from './openai-agents.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';

/** Every client of the lab. */
export const RECIPES: readonly Recipe[] = [
  claudeCode,
  codex,
  codexBundled,
  geminiCli,
  opencode,
  copilotCli,
  qwenCode,
  cline,
  continueCli,
  kimi,
  inspector,
  mcporter,
  aiSdk,
  openaiAgents,
];
