export function buildAll(): Promise<import('esbuild').Metafile>;
