/** Builds dist/ once before any test runs, because the tests run the real binary. */
import { buildAll } from '../../scripts/build.mjs';

export default async function setup(): Promise<void> {
  await buildAll();
}
