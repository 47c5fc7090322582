/** The OpenAPI document itself: valid, complete, and the same everywhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { makeRoutes, type Services } from '../../../src/daemon/http/routes.js';
import { openApiPath, openApiText } from '../../../src/daemon/openapi/document.js';
import { TOOLS } from '../../../src/tools/table.js';
import { DOCUMENT, operations } from '../../rig/clients/openapi.js';
import { ROOT } from '../../rig/home/binary.js';

test('it is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(DOCUMENT));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it has every route with its access class, every tool, and nothing else', () => {
  const routes = makeRoutes({ context: {} } as unknown as Services)
    .filter(({ path }) => path !== '/tools/authenticate')
    .map(({ method, path, access }) => `${method} ${openApiPath(path)} ${access}`);
  const tools = TOOLS.map(({ name }) => `POST /tools/${name} session`);
  const described = operations().map(({ key, operation }) => `${key} ${operation['x-access']}`);
  expect(described.sort()).toEqual([...routes, ...tools].sort());
});

test('every operation has a name of its own, and every reference leads somewhere', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const text = JSON.stringify(DOCUMENT);
  const found = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
  const used = new Set(found.map(([, kind, name]) => `${kind} ${name}`));
  const { schemas, responses } = DOCUMENT.components;
  const there = [
    ...Object.keys(schemas).map((name) => `schemas ${name}`),
    ...Object.keys(responses).map((name) => `responses ${name}`),
  ];
  expect([...used].sort()).toEqual(there.sort());
});

test('docs/openapi.json is this document', () => {
  expect(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')).toBe(openApiText());
});
