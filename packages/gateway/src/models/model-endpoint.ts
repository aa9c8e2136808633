import type { ModelEndpointConfig } from '../config/search-schema.ts';

const TIMEOUT_MS = 60_000;
/** Far more than 16 vectors or ten short lists of requests need. */
const LARGEST_ANSWER = 32 * 1024 * 1024;
const SHOWN = 200;

/** One endpoint of an OpenAI-compatible API. Sends nothing but JSON, and never follows a redirect with the key. */
export class ModelEndpoint {
  readonly #config: ModelEndpointConfig;

  constructor(config: ModelEndpointConfig) {
    this.#config = config;
  }

  get model(): string {
    return this.#config.model;
  }

  async post(path: string, body: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
    const { url, model, apiKey } = this.#config;
    const address = `${url.replace(/\/+$/, '')}/${path}`;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, ...body }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await textOf(response, address);
    if (!response.ok) {
      throw new Error(`${address} answered with status ${response.status}: ${text.slice(0, SHOWN)}`);
    }
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`${address} did not answer with JSON: ${text.slice(0, SHOWN)}`);
    }
  }
}

async function textOf(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) {
      throw new Error(
        `${address} answered with more than ${LARGEST_ANSWER} bytes. Check that it is the right address.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
