import type { Principal } from '../http/principal.ts';
import { type Html, html, page } from '../sign-in/pages.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

export const CONSENT_PATH = '/oauth/consent';

const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  'foldout:use': 'Call every tool that you may call',
  'foldout:watch': 'Read metrics, status and the dashboard',
  'foldout:operate': 'Change the gateway: approve tools and calls, restart servers',
  'foldout:administer': 'Change the configuration of the gateway, which can run any program on its machine',
};

export interface Consent {
  readonly request: AuthorizationRequest;
  /** The secret of the question, which the form sends back. */
  readonly secret: string;
  readonly user: { readonly label: string; readonly principal: Principal };
}

/** Asks a user whether a client may act for them. */
export function consentPage({ request, secret, user }: Consent): Response {
  const { client, redirectUri, scopes } = request;
  const target = new URL(redirectUri);
  const place = target.host === '' ? target.protocol : target.host;
  const named = client.isConfigured
    ? html`<dd>${client.name}</dd>`
    : html`<dd>${client.name} (a name that it has chosen itself)</dd>`;
  const body = html`<p>If you did not just connect an application, deny.</p>
<dl><dt>Application</dt>${named}<dt>You return to</dt><dd><strong>${place}</strong></dd>${userLine(user)}</dl>
<p>It wants to:</p>
<ul>${joined(scopes.map((scope) => html`<li>${scopeText(scope)}</li>`))}</ul>
<form method="post" action="${CONSENT_PATH}">
<input type="hidden" name="request" value="${secret}">
<div class="buttons"><button type="submit" name="answer" value="allow">Allow</button><button type="submit" name="answer" value="deny">Deny</button></div>
</form>`;
  // A form that leads to another host by a redirect is blocked, unless the policy of the page names that host.
  const formsTo = [target.host === '' ? target.protocol : target.origin];
  return page(200, `Let ${client.name} in?`, body, formsTo);
}

function userLine({ label, principal }: Consent['user']): Html {
  return html`<dt>You are</dt><dd>${label} (${principal.name})</dd>`;
}

function scopeText(scope: string): string {
  const known = SCOPE_TEXTS[scope];
  if (known !== undefined) return known;
  const [, kind, pattern = ''] = /^foldout:(server|tool):(.+)$/.exec(scope) ?? [];
  return kind === 'server' ? `Call tools of the servers ${pattern}` : `Call the tools ${pattern}`;
}

function joined(parts: readonly Html[]): Html {
  return parts.reduce((all, part) => html`${all}${part}`, html``);
}
