import type { ContentBlock } from '@modelcontextprotocol/server';

export interface EncodedContent {
  readonly kind: string;
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  readonly uri?: string;
}

/** The base64 content of a block, if it has any. */
export function encodedIn(block: ContentBlock): EncodedContent | undefined {
  if (block.type === 'image' || block.type === 'audio')
    return { kind: block.type, mimeType: block.mimeType, data: block.data };
  if (block.type !== 'resource' || !('blob' in block.resource)) return undefined;
  const { blob, uri, mimeType = 'application/octet-stream' } = block.resource;
  return { kind: 'file', mimeType, data: blob as string, uri };
}

/** `image: image/png, 5120 bytes`. */
export function encodedLabel({ kind, mimeType, data, uri }: EncodedContent): string {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const bytes = Math.floor(((data.length - padding) * 3) / 4);
  return `${kind}${uri ? ` ${uri}` : ''}: ${mimeType}, ${bytes} bytes`;
}
