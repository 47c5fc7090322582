/** What the page shows about the person it belongs to. */
import type { Me } from '../../a2a/web/things.js';
import { languageOf } from '../../i18n.js';
import { VERSION } from '../../version.js';
import type { DaemonContext } from '../context.js';

export function describeMe({ self, home, env }: DaemonContext, readOnly: boolean): Me {
  return { id: self.id, version: VERSION, language: languageOf(env), read_only: readOnly, home };
}
