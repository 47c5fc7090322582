/** Reports when an agent appears, changes or goes away. */
import { type Watching, watchFolder } from '../files/watch.js';
import { liveDir } from '../paths.js';

const SUFFIX = '.json';

export function watchLiveAgents(home: string, onChange: (id: string) => void): Watching {
  return watchFolder(liveDir(home), (name) => {
    if (name.endsWith(SUFFIX)) onChange(name.slice(0, -SUFFIX.length));
  });
}
