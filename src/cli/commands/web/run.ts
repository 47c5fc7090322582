/** `synapse web`: opens the page of the person's own daemon, or closes every open one. */
import { callDaemon } from '../../../a2a/local.js';
import { findPerson } from '../../client/sender.js';
import { printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { openInBrowser } from './open-in-browser.js';
import type { webOptions } from './spec.js';

export async function runWeb(_args: readonly string[], options: OptionValues<typeof webOptions>): Promise<number> {
  const { home, entry } = await findPerson();
  if (options.logout) {
    const answer = (await callDaemon(entry, home, { path: '/web/logout', body: {} })) as { ended: number };
    if (options.json) printJson({ web: answer });
    else printNote(answer.ended === 1 ? 'Closed 1 page.' : `Closed ${answer.ended} pages.`);
    return 0;
  }
  const { port, readOnly } = options;
  const body = { ...(port === undefined ? {} : { port }), read_only: readOnly ?? false };
  const answer = (await callDaemon(entry, home, { path: '/web/open', body })) as { url: string };
  if (options.json) {
    printJson({ web: answer });
    return 0;
  }
  printLine(answer.url);
  const isOpened = options.open === undefined && (await openInBrowser(answer.url));
  printNote(isOpened ? 'Opened in your browser.' : 'Open this address in a browser. It works once.');
  return 0;
}
