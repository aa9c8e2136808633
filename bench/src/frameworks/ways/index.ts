import type { ModelEndpoint } from '../model-endpoint.ts';
import type { PlainTool } from '../tasks.ts';
import { aiSdkWays } from './ai-sdk.ts';
import { anthropicWays } from './anthropic.ts';
import { langchainWays } from './langchain.ts';
import { mastraWays } from './mastra.ts';
import { openaiWays } from './openai.ts';
import { openaiAgentsWays } from './openai-agents.ts';
import { ratelWays } from './ratel.ts';
import type { Way } from './way.ts';

/** All tools listed, every adapter, and Ratel, if `peers` are wanted. */
export async function waysFor(
  tools: readonly PlainTool[],
  { url, origin }: ModelEndpoint,
  peers: boolean,
): Promise<readonly Way[]> {
  return [
    ...openaiWays(tools, url),
    ...anthropicWays(tools, origin),
    ...(await aiSdkWays(tools, url)),
    ...openaiAgentsWays(tools, url),
    ...langchainWays(tools, url),
    ...mastraWays(tools, url),
    ...(peers ? await ratelWays(tools, url) : []),
  ];
}
