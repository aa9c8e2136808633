/** A tool as a client offers it to the model. */
export interface OfferedTool {
  readonly name: string;
  /** Some clients group the tools of a server; the model then names the group and the tool. */
  readonly namespace?: string;
  /** The definition as it stands in the request. */
  readonly definition: unknown;
}

/** A tool result as the model is sent it. */
export interface SeenResult {
  readonly text: string;
  /** Pictures that stand in the result as pictures. */
  readonly images: number;
}

/** What a request to a model says, whatever its wire format. */
export interface Conversation {
  readonly tools: readonly OfferedTool[];
  readonly results: readonly SeenResult[];
  /** Everything that the request holds except the definitions of tools. */
  readonly rest: string;
}

export interface ToolUse {
  readonly tool: Pick<OfferedTool, 'name' | 'namespace'>;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Reply = { readonly use: ToolUse } | { readonly text: string };

export interface ModelRequest {
  readonly path: string;
  readonly body: Json;
  /** Number of the request, for ids that must differ. */
  readonly serial: number;
}

export interface ModelAnswer {
  readonly contentType: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** The wire format of one vendor. */
export interface Wire {
  matches(path: string): boolean;
  read(body: Json): Conversation;
  answer(reply: Reply, request: ModelRequest): ModelAnswer;
}

// biome-ignore lint/suspicious/noExplicitAny: requests of other programs, whose shape is not known.
export type Json = any;

export function json(value: unknown): ModelAnswer {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

/** Server-sent events, each with the name of its `type`. */
export function namedEvents(events: readonly { readonly type: string }[]): ModelAnswer {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { contentType: 'text/event-stream', body };
}

export function plainEvents(events: readonly unknown[], last = ''): ModelAnswer {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return { contentType: 'text/event-stream', body: body + last };
}

/** Joins the text of content blocks, whose pictures are counted. Other blocks count as their JSON. */
export function readContent(content: Json): SeenResult {
  if (typeof content === 'string') return { text: content, images: 0 };
  const blocks: Json[] = Array.isArray(content) ? content : [content ?? ''];
  const texts = blocks.filter((block) => !isImage(block)).map(textOf);
  return { text: texts.join('\n'), images: blocks.filter(isImage).length };
}

function isImage(block: Json): boolean {
  return block?.type === 'image' || block?.type === 'image_url' || block?.type === 'input_image' || !!block?.inlineData;
}

function textOf(block: Json): string {
  if (typeof block === 'string') return block;
  return typeof block?.text === 'string' ? block.text : JSON.stringify(block);
}
