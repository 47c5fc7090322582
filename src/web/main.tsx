/** The page of `synapse web`: takes its key, connects to the daemon, and draws itself. */
import { render } from 'preact';
import { App } from './app.js';
import { drawHarmlessly } from './parts/harmless-page.js';
import { call, takeKey } from './state/call.js';
import { watchHosts } from './state/hosts.js';
import { watchPlace } from './state/place.js';
import { chooseLanguage, me, startSession } from './state/session.js';
import { watchSessions } from './state/sessions.js';
import { startStream } from './state/stream.js';

drawHarmlessly();
takeKey();
watchPlace();
startSession();
startStream();
watchHosts();
watchSessions();
const root = document.getElementById('page');
if (root) render(<App />, root);

const ASK_AGAIN_MS = 1_000;

/** The daemon may be restarting. */
async function meet(): Promise<void> {
  try {
    me.value = await call('GET /page/me');
    // The language of the person's terminal, unless the browser speaks the other one or somebody chose.
    if (me.value.language === 'ja' && localStorage.getItem('synapse-language') === null) chooseLanguage('ja');
  } catch {
    setTimeout(() => void meet(), ASK_AGAIN_MS);
  }
}

void meet();
