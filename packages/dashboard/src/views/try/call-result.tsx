import type { Tried } from '../../api/answers.ts';
import { AgentText } from '../../parts/agent-text.tsx';
import { milliseconds, plural } from '../../parts/numbers.ts';
import { isObject } from './schema.ts';

/** Types that a browser shows without running anything. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const SOUNDS = /^audio\/[a-z0-9.+-]+$/;
const BASE64 = /^[A-Za-z0-9+/=\s]*$/;

/** The answer of a call, as the client of an agent would get it. */
export function CallResult({ tried: { result, ms, tokens } }: { readonly tried: Tried }) {
  const isError = result['isError'] === true;
  const content = Array.isArray(result['content']) ? result['content'].filter(isObject) : [];
  const structured = result['structuredContent'];
  return (
    <section class="result" aria-label="Result">
      <p role="status">
        <span class={`badge ${isError ? 'bad' : 'good'}`}>{isError ? 'Error' : 'Success'}</span>{' '}
        <span class="muted">
          {milliseconds(ms)}, {plural(tokens.input, 'token')} for the call, {plural(tokens.answer, 'token')} for the
          answer
        </span>
      </p>
      {content.map((part, index) => (
        <Part key={index} part={part} />
      ))}
      {structured !== undefined && <AgentText label="Structured content" text={JSON.stringify(structured)} />}
      {content.length === 0 && structured === undefined && <p class="muted">The answer has no content.</p>}
    </section>
  );
}

function Part({ part }: { readonly part: Readonly<Record<string, unknown>> }) {
  const { type, text, data, mimeType, uri, name, title, description } = part;
  if (type === 'text' && typeof text === 'string') return <AgentText label="Text" text={text} />;
  const isData = typeof data === 'string' && BASE64.test(data);
  if (type === 'image' && isData && IMAGES.has(String(mimeType))) {
    return (
      <figure class="media">
        <img src={`data:${String(mimeType)};base64,${data}`} alt="Result of the call" />
        <figcaption class="muted">{String(mimeType)}</figcaption>
      </figure>
    );
  }
  if (type === 'audio' && isData && SOUNDS.test(String(mimeType))) {
    return (
      <figure class="media">
        {/* biome-ignore lint/a11y/useMediaCaption: a tool sends no captions. */}
        <audio controls src={`data:${String(mimeType)};base64,${data}`} />
        <figcaption class="muted">{String(mimeType)}</figcaption>
      </figure>
    );
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return (
      <p class="link-part">
        <b>{String(title ?? name ?? 'Resource')}</b> <Address uri={uri} />
        {typeof description === 'string' && <span class="muted"> {description}</span>}
      </p>
    );
  }
  if (type === 'resource' && isObject(part['resource'])) {
    const { resource } = part;
    const shown = typeof resource['text'] === 'string' ? resource['text'] : JSON.stringify(resource);
    return <AgentText label={`Resource ${String(resource['uri'] ?? '')}`} text={shown} />;
  }
  return <AgentText label={String(type ?? 'Content')} text={JSON.stringify(part)} />;
}

/** Only web addresses can be opened: any other scheme could run something. */
function Address({ uri }: { readonly uri: string }) {
  if (!/^https?:\/\//i.test(uri)) return <code>{uri}</code>;
  return (
    <a href={uri} target="_blank" rel="noreferrer">
      {uri}
    </a>
  );
}
