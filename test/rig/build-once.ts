/** Builds dist/ once before any test runs, since the tests drive the real binary. */
import { buildAll } from '../../scripts/build.mjs';

export default async function setup(): Promise<void> {
  await buildAll();
}
