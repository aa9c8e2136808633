import { own } from './json.ts';
import type { AppRole } from './tool.ts';

/** The extension of MCP Apps, which a host declares that shows the pages of apps. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

/** The older key of the page, beside `_meta.ui.resourceUri`. */
const PAGE_KEY = 'ui/resourceUri';

/** The URI of the page (`ui://…`) that a host shows for a call of this tool. */
export function appPage(definition: unknown): string | undefined {
  const meta = own(definition, '_meta');
  const uri = own(own(meta, 'ui'), 'resourceUri') ?? own(meta, PAGE_KEY);
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** A definition whose page has another URI. */
export function withAppPage<T extends object>(definition: T, uri: string): T {
  const meta = own(definition, '_meta') as Readonly<Record<string, unknown>>;
  const ui = own(meta, 'ui');
  return {
    ...definition,
    _meta: {
      ...meta,
      ...(own(ui, 'resourceUri') !== undefined && { ui: { ...(ui as object), resourceUri: uri } }),
      ...(own(meta, PAGE_KEY) !== undefined && { [PAGE_KEY]: uri }),
    },
  };
}

/** What a tool is in an MCP App, by the definition that its server sent. Undefined: no part of an app. */
export function appRole(definition: unknown): AppRole | undefined {
  const visibility = own(own(own(definition, '_meta'), 'ui'), 'visibility');
  if (Array.isArray(visibility)) {
    if (!visibility.includes('model')) return 'page-only';
    if (visibility.includes('app')) return 'page';
  }
  return appPage(definition) === undefined ? undefined : 'page';
}
