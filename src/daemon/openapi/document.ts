/** Makes the OpenAPI document from the tables of operations, tools and errors. It is written to docs/openapi.json. */
import { ERROR_CATALOGUE } from '../../error-catalogue.js';
import { VERSION } from '../../version.js';
import type { Operation } from './operation.js';
import { GROUPS } from './operations/table.js';
import { parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';
import { object, optional, text, words } from './schema.js';
import { shareResponses } from './share-responses.js';
import { ACTIVITY_THINGS } from './things/activity-things.js';
import { AGENT_THINGS } from './things/agent-things.js';
import { MESSAGE_THINGS } from './things/message-things.js';
import { TEAM_THINGS } from './things/team-things.js';

type Json = Readonly<Record<string, unknown>>;

export function openApiDocument(): Json {
  const { paths, responses } = shareResponses(allPaths());
  return {
    openapi: '3.1.1',
    info: {
      title: 'Synapse',
      version: VERSION,
      description:
        'The HTTP API of the daemon of an agent. docs/api.md explains it, docs/security.md the credentials. A request needs a loopback `Host` and no foreign `Origin`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'the daemon that serves this document' }],
    tags: GROUPS.map(({ tag, about }) => ({ name: tag, description: about })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of an agent, an access token, or the token of a session.',
        },
      },
      responses,
      schemas: { ...MESSAGE_THINGS, ...AGENT_THINGS, ...ACTIVITY_THINGS, ...TEAM_THINGS, Error: errorSchema() },
    },
  };
}

/** As it is written to its file. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 1)}\n`;
}

function allPaths() {
  const found: Record<string, Record<string, Described>> = {};
  for (const { tag, operations } of GROUPS) {
    for (const [key, operation] of Object.entries(operations)) {
      const [method = '', route = ''] = key.split(' ');
      const path = openApiPath(route);
      found[path] = { ...found[path], [method.toLowerCase()]: describe(key, operation, tag) };
    }
  }
  return found;
}

/** `/tasks/{id}` for `/tasks/:id`. */
export function openApiPath(route: string): string {
  return route.replace(/:(\w+)/g, '{$1}');
}

interface Described extends Json {
  readonly responses: Json;
}

function describe(key: string, operation: Operation, tag: string): Described {
  const { access, summary, details, body } = operation;
  const [method = '', route = ''] = key.split(' ');
  return {
    operationId: `${method.toLowerCase()}${route.replace(/\W+(\w)?/g, (_, letter = '') => `_${letter}`)}`,
    tags: [tag],
    summary,
    ...(details ? { description: details } : {}),
    'x-access': access,
    security: access === 'open' || key === 'POST /tools/authenticate' ? [] : [{ bearer: [] }],
    ...parametersOf(route, operation),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: responsesOf(key, operation),
  };
}

function errorSchema(): Json {
  return {
    ...object({
      success: { const: false },
      error: words(...Object.keys(ERROR_CATALOGUE)),
      message: text,
      hint: optional(text),
    }),
    description: 'It also carries facts about the failure, such as ids.',
    additionalProperties: true,
  };
}
