/** Texts of agents: data, whatever is in them. Only addresses of http and https become links. */
import type { ComponentChildren } from 'preact';

const ADDRESS = /https?:\/\/[^\s<>"'`\u2028\u2029]+/gi;
const TRAILING = /[.,;:!?)\]}、。）」]+$/;
/** What could change how the text around it is shown: controls, and marks that turn the direction of writing. */
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(HARMFUL, '\ufffd');
}

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
