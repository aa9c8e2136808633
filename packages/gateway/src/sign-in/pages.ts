import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(32rem, 100%); padding: 2rem 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1rem; margin: 1rem 0; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; }
label { display: block; margin: 1rem 0 .3rem; }
input[type=password] { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem; }
.buttons { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; padding: .5rem 1.25rem; cursor: pointer; }
.problem { border-left: 4px solid #c33; padding-left: .75rem; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Text that is already HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** HTML whose values are escaped, unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const filled = parts.map((part, position) => {
    const value = values[position];
    return part + (value === undefined ? '' : value instanceof Html ? value.text : escaped(value));
  });
  return new Html(filled.join(''));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * A page without scripts, which no other page can frame. `formsTo`: where its forms lead, also after a redirect, because
 * browsers check that too.
 */
export function page(status: number, title: string, body: Html, formsTo: readonly string[] = []): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formsTo].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Foldout</title><style>${new Html(STYLE)}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
  return new Response(document.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      // With `no-referrer`, browsers would send the forms of the page with the origin `null`.
      'referrer-policy': 'same-origin',
    },
  });
}

/** Asks for a token of the configuration. */
export function tokenPage({
  action,
  request,
  problem,
}: {
  readonly action: string;
  readonly request: string;
  readonly problem?: string | undefined;
}): Response {
  const body = html`${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="request" value="${request}">
<label for="secret">Your token for this gateway</label>
<input id="secret" name="secret" type="password" autocomplete="off" required autofocus>
<div class="buttons"><button type="submit">Sign in</button></div>
</form>`;
  return page(problem === undefined ? 200 : 403, 'Sign in', body);
}

export function messagePage(status: number, title: string, text: string): Response {
  return page(status, title, html`<p>${text}</p>`);
}
