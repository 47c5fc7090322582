/** Whatever is drawn is made harmless as it is drawn, so that no view can forget it. */
import { Fragment, options, type VNode } from 'preact';
import { harmless } from './harmless.js';

/** What is read out or shown beside the text itself. */
const SHOWN = ['title', 'aria-label', 'placeholder', 'label', 'alt'] as const;

export function drawHarmlessly(): void {
  const { vnode: next } = options;
  options.vnode = (node) => {
    if (typeof node.type === 'string' || node.type === Fragment) clean(node.props);
    next?.(node);
  };
}

function clean(props: VNode<Record<string, unknown>>['props']): void {
  const own = props as Record<string, unknown>;
  if (own.children !== undefined) own.children = cleanChild(own.children);
  for (const name of SHOWN) if (typeof own[name] === 'string') own[name] = harmless(own[name]);
}

function cleanChild(child: unknown): unknown {
  if (typeof child === 'string') return harmless(child);
  return Array.isArray(child) ? child.map(cleanChild) : child;
}
