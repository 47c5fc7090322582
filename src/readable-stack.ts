/** Translates the stack of an error from positions in the bundles to positions in the sources. */
import { readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * Reads the source maps only now, because `node --enable-source-maps` would read them at every start. Positions without
 * a map stay as they are.
 */
export function readableStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (bundle: string) => {
    const map = maps.get(bundle) ?? readMap(bundle);
    maps.set(bundle, map);
    return map;
  };
  return (error.stack ?? String(error)).replace(
    PLACE_IN_BUNDLE,
    (place, bundle: string, line: string, column: string) => {
      const origin = mapOf(bundle)?.findOrigin(Number(line), Number(column));
      if (!origin || !('fileName' in origin)) return place;
      return `${origin.fileName.replace(/^(?:\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    },
  );
}

const PLACE_IN_BUNDLE = /(\/[^\n()]*\.cjs):(\d+):(\d+)/g;

/** After an upgrade the map on the disk is not that of the bundle that this process has loaded. */
function readMap(bundle: string): SourceMap | null {
  const file = `${bundle}.map`;
  try {
    if (statSync(file).ctimeMs > performance.timeOrigin) return null;
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
