/** Texts of agents: data, whatever is in them. Only addresses of http and https become links. */
import type { ComponentChildren } from 'preact';
import { harmless } from './harmless.js';

const ADDRESS = /https?:\/\/[^\s<>"'`\u2028\u2029]+/gi;
const TRAILING = /[.,;:!?)\]}、。）」]+$/;
/** A name or a title: one line, kept apart from the direction of the words around it. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{harmless(children).replace(/\s+/g, ' ')}</bdi>;
}

export function Linked({ text }: { readonly text: string }) {
  return <>{linkedParts(harmless(text))}</>;
}

function linkedParts(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    if (!isWebAddress(address)) continue;
    parts.push(text.slice(at, match.index));
    parts.push(
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>,
    );
    at = match.index + address.length;
  }
  return [...parts, text.slice(at)];
}

export function isWebAddress(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
