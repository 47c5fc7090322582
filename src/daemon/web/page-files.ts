/** The files of the page, and the headers that keep everything else out of it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** Nothing inline, nothing from elsewhere, in nobody's frame. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Beside the bundle that this code is in. */
const FOLDER = join(__dirname, 'web');

/** False if there is no such file. Only the names in the folder count, so no path leads out of it. */
export function sendPageFile(response: ServerResponse, name: string): boolean {
  const type = TYPES[extname(name)];
  if (type === undefined || !existsSync(FOLDER) || !readdirSync(FOLDER).includes(name)) return false;
  const content = readFileSync(join(FOLDER, name));
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': type, 'content-length': content.length });
  response.end(content);
  return true;
}

/** The files of the page are only for whoever has a session. */
const SENTENCE_STYLE = [
  ':root{color-scheme:light dark}',
  'body{display:grid;place-content:center;min-height:90vh;margin:0;padding:0 24px;gap:6px;text-align:center;',
  'font:15px/1.6 system-ui,sans-serif;background:light-dark(#f6f6f9,#0f0f14);color:light-dark(#5a5a6a,#a2a2b3)}',
  'p{margin:0}p:first-of-type{font-size:18px;font-weight:600;color:light-dark(#1d1d26,#e8e8ef)}',
].join('');
const SENTENCE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(SENTENCE_STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** A sentence for somebody without a session. It holds no data. */
export function sendSentence(response: ServerResponse, status: number, sentences: readonly string[]): void {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Synapse</title>`;
  const said = sentences.map((sentence) => `<p>${sentence}</p>`).join('');
  response.writeHead(status, { ...SENTENCE_HEADERS, 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en">${head}<style>${SENTENCE_STYLE}</style>${said}`);
}
