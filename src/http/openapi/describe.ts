import * as z from 'zod';
import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { DIGEST, SUBJECT } from '../../contract/contract-shape.ts';
import { FIELD_DOCUMENT } from '../../contract/field-document.ts';
import { REGISTERED_NAME } from '../../service/config.ts';
import { PROBLEM } from '../../service/wire/problem-document.ts';
import type { Leave } from '../access-guard.ts';
import { DESCRIBED_ROUTES, type DescribedRoute, type Query } from './described-routes.ts';

type Document = { readonly [key: string]: Json };

/**
 * The routes of a server in the words of OpenAPI 3.1, whose schemas are those that requests are parsed by and that a test holds
 * answers to.
 *
 * @param routes  as docs/http.md has them: `GET /subjects/{subject}`
 * @param leaveOf  what each asks leave for
 */
export function describeRoutes(
  routes: readonly string[],
  leaveOf: (route: string) => Leave | undefined,
): Document {
  const shaped = new Schemas();
  const paths: Record<string, Record<string, Document>> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const described = DESCRIBED_ROUTES[route];
    if (described === undefined) continue;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operation(route, described, leaveOf(route), shaped),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      description: 'A schema compatibility and migration registry for training data',
    },
    paths,
    components: {
      schemas: shaped.all(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(
  route: string,
  described: DescribedRoute,
  leave: Leave | undefined,
  shaped: Schemas,
): Document {
  const { summary, answer, type = 'application/json', body, isTagged, refusal } = described;
  const name = operationId(route);
  const schema = answer === undefined ? {} : shaped.ref(`${name}_answer`, answer, 'output');
  const problem = (description: string): Json => ({
    description,
    content: { 'application/problem+json': { schema: shaped.ref('problem', PROBLEM, 'output') } },
  });
  return {
    operationId: name,
    summary,
    parameters: parametersOf(route, described),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: shaped.ref(`${name}_body`, body, 'input') } },
      },
    }),
    responses: {
      200: { description: summary, content: { [type]: { schema } } },
      ...(isTagged && { 304: { description: 'It is what if-none-match names' } }),
      ...(refusal !== undefined && {
        [refusal.status]: {
          description: summary,
          content: {
            'application/json': { schema: shaped.ref(`${name}_refusal`, refusal.answer, 'output') },
          },
        },
      }),
      '4XX': problem('The request is refused, and nothing was changed'),
      '5XX': problem('Something the server needs does not answer'),
    },
    security: leave === 'none' ? [] : [{ bearer: [] }, {}],
    'x-assay-action': [leave ?? 'none'].flat().join(' or '),
  };
}

/** `GET /subjects/{subject}` is `get_subjects_subject`. */
const operationId = (route: string): string =>
  route
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '');

function parametersOf(
  route: string,
  { query = [], isTagged, isChange, isOfSubject }: DescribedRoute,
): readonly Json[] {
  const path = [...route.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name!);
  return [
    ...path.map(name => ({ name, in: 'path', required: true, schema: PATH_PARAMETERS[name]! })),
    ...query.map(key => {
      const [name, schema] = QUERY_PARAMETERS[key];
      return { name, in: 'query', required: false, schema };
    }),
    ...(isTagged ? [header('if-none-match', false, {})] : []),
    ...(isChange ? [header('idempotency-key', true, { pattern: '^[!-~]{1,64}$' })] : []),
    ...(isOfSubject ? [header('if-match', false, { pattern: IF_MATCH })] : []),
  ];
}

const IF_MATCH = '^(?:\\*|"seq-(?:0|[1-9][0-9]{0,14})(?:\\.[0-9a-f]{12})?")$';

const header = (name: string, required: boolean, schema: Document): Json => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string', ...schema },
});

const DIGEST_SCHEMA = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const SUBJECT_SCHEMA = z.toJSONSchema(SUBJECT) as Document;
const { $schema: _, ...SUBJECT_NAME } = SUBJECT_SCHEMA;
const { $schema: _s, ...REGISTERED } = z.toJSONSchema(REGISTERED_NAME) as Document;
const COUNT = { type: 'integer', minimum: 1, maximum: 999_999_999 };

const PATH_PARAMETERS: Readonly<Record<string, Document>> = {
  subject: SUBJECT_NAME as Document,
  version: COUNT,
  revision: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.name_chars_max,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
  },
  digest: DIGEST_SCHEMA,
  id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  name: { type: 'string', minLength: 1 },
  consumer: REGISTERED as Document,
  producer: REGISTERED as Document,
  code: { type: 'string', minLength: 1 },
};

const QUERY_PARAMETERS: Readonly<Record<Query, readonly [name: string, schema: Document]>> = {
  from: ['from', COUNT],
  limit: ['limit', { type: 'integer', minimum: 1, maximum: LIMITS.journal_entries_max }],
  place: ['from', { type: 'string' }],
};

/** Schemas by name: what nests in itself has to have one. */
class Schemas {
  readonly #made = new Map<string, Document>();

  ref(name: string, shape: z.ZodType, io: 'input' | 'output'): Document {
    if (!this.#made.has(name)) this.#make(name, shape, io);
    return { $ref: `#/components/schemas/${name}` };
  }

  all(): Document {
    return Object.fromEntries([...this.#made].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #make(name: string, shape: z.ZodType, io: 'input' | 'output'): void {
    const named = z.registry<{ id: string }>();
    named.add(shape, { id: name });
    if (shape !== FIELD_DOCUMENT) named.add(FIELD_DOCUMENT, { id: 'field' });
    const { schemas } = z.toJSONSchema(named, {
      io,
      unrepresentable: 'any',
      uri: id => `#/components/schemas/${id}`,
      override: ({ zodSchema, jsonSchema }) => {
        if (Object.is(zodSchema, DIGEST)) Object.assign(jsonSchema, DIGEST_SCHEMA);
      },
    });
    for (const [id, { $schema: _s, $id: _i, id: _, ...schema }] of Object.entries(schemas) as [
      string,
      Record<string, Json>,
    ][])
      if (id === name || (id === 'field' && canonicalJson(schemas[name] as Json).includes('schemas/field')))
        this.#made.set(id, schema);
  }
}
