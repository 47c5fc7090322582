import { expect, test } from 'vitest';
import { projectsOfFolder } from '../../../../src/cli/commands/project/project-of-folder.js';

const project = (id: string, dir: string | null) => ({ id, working_directory: dir });
const SHOP = project('shop', '/nowhere/shop');
const PAGES = project('pages', '/nowhere/shop/pages');

test.each([
  ['the folder itself', [SHOP], '/nowhere/shop', ['shop']],
  ['a folder below it', [SHOP], '/nowhere/shop/src/a', ['shop']],
  ['a folder whose name only begins alike', [SHOP], '/nowhere/shopping', []],
  ['a folder above it', [SHOP], '/nowhere', []],
  ['the innermost of two', [SHOP, PAGES], '/nowhere/shop/pages/1', ['pages']],
  ['two in one folder', [SHOP, project('shop-2', '/nowhere/shop')], '/nowhere/shop', ['shop', 'shop-2']],
  ['a project without a folder', [project('idea', null)], '/nowhere/shop', []],
  ['the root', [project('all', '/')], '/nowhere', ['all']],
])('%s', (_what, projects, folder, found) => {
  expect(projectsOfFolder(projects, folder)).toEqual(found);
});
