import { options, type VNode } from 'preact';
import { visibleText } from './visible-text.ts';

/** Attributes that a browser shows or a screen reader speaks. */
const SHOWN = ['title', 'aria-label', 'placeholder', 'alt', 'label'] as const;

/**
 * Writes the invisible characters of every text of the page as escapes: names and texts come from servers, and could
 * otherwise look like others. The values of inputs stay as they are, because they are sent back.
 */
export function showInvisible(): void {
  const { vnode: before } = options;
  options.vnode = (vnode: VNode) => {
    if (typeof vnode.type === 'string') {
      const props = vnode.props as unknown as Record<string, unknown>;
      if (props['children'] !== undefined) props['children'] = shown(props['children']);
      for (const name of SHOWN) if (typeof props[name] === 'string') props[name] = visibleText(props[name]);
    } else if (typeof vnode.type === 'function') {
      // Children of a fragment or a component reach the document as they are.
      const props = vnode.props as unknown as Record<string, unknown>;
      if (props['children'] !== undefined) props['children'] = shown(props['children']);
    }
    before?.(vnode);
  };
}

function shown(children: unknown): unknown {
  if (typeof children === 'string') return visibleText(children);
  return Array.isArray(children) ? children.map(shown) : children;
}
