import type { ServerResponse } from 'node:http';
import {
  buildSchema,
  graphqlSync,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { GraphqlResponseError } from '../../../../platform/errors/errors';
import { KnownForm } from '../../../../platform/graphql/schema/knownForm';
import { Platform } from '../../../../platform/connection/platform';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';

/** A platform with less than the newest known form: no alias, another name for the ID, a status that is plain. */
const OLDER = buildSchema(`
  scalar UUID
  type Technology { id: UUID! }
  type Job { id: UUID! name: String! technology: Technology }
  type Query { job(id: UUID!): Job }
  input JobInput { projectId: UUID! name: String! category: String! }
  input JobVersionInput { commandLine: String resources: JobResourcesInput! }
  input JobResourcesInput { cpu: Float! memory: Int! disk: Int! }
  type Mutation { runJob(id: UUID!): Job duplicateJob(originalJobId: UUID!): Job! }
`);
const ID = '10000000-0000-4000-8000-000000000001';

let server: RawServer;
/** Answers in place of the platform where it gives true. */
let meddle: (query: string, response: ServerResponse) => boolean;
/** Mutations that were carried out. */
let carriedOut: string[];
beforeEach(async () => {
  carriedOut = [];
  meddle = () => false;
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
      if (meddle(query, response)) return;
      const refused = validate(OLDER, parse(query), [NoSchemaIntrospectionCustomRule]);
      if (refused.length > 0) return sendJson(response, { errors: refused });
      const job = { id: ID, name: 'Extract', technology: { id: ID } };
      const make = (name: string) => () => {
        carriedOut.push(name);
        return job;
      };
      const rootValue = { job, runJob: make('runJob'), duplicateJob: make('duplicateJob') };
      const variableValues = { ...variables };
      sendJson(response, graphqlSync({ schema: OLDER, source: query, variableValues, rootValue }));
    }),
  );
});
afterEach(() => server.close());

const endpoint = () => Platform.connect(credentialFor(server.baseUrl)).projects;
const sent = (name: string) => server.received.filter(({ body }) => body.includes(name)).length;
const FIELDS = { mode: 'supported', text: 'id name alias technology { id label }' } as never;
const duplicate = async () =>
  await callRootField(endpoint(), 'mutation', 'duplicateJob', {
    arguments: { originalJobId: ID },
    selection: FIELDS,
  });

test('what a platform refuses of the newest known form is left out, and it is carried out once', async () => {
  await expect(duplicate()).resolves.toEqual({ id: ID, name: 'Extract', technology: { id: ID } });
  expect(carriedOut).toEqual(['duplicateJob']);
  expect(sent('duplicateJob')).toBe(2);
});

test('a bad request was not begun, although the data of its answer is null (Mercurius)', async () => {
  let isRefused = false;
  meddle = (query, response) => {
    if (isRefused || !query.includes('duplicateJob')) return false;
    isRefused = true;
    const errors = validate(OLDER, parse(query), [...specifiedRules]);
    sendJson(response, { data: null, errors }, 400);
    return true;
  };
  await expect(duplicate()).resolves.toMatchObject({ id: ID });
  expect(carriedOut).toEqual(['duplicateJob']);
});

test('what was refused once is not asked for again', async () => {
  await duplicate();
  await duplicate();
  expect(carriedOut).toEqual(['duplicateJob', 'duplicateJob']);
  expect(sent('duplicateJob')).toBe(3);
});

test('what it lacks altogether is named', async () => {
  const call = callRootField(endpoint(), 'mutation', 'deleteApp', { arguments: { appId: ID } });
  await expect(call).rejects.toMatchObject({
    name: 'UnsupportedError',
    message: 'This platform cannot delete apps: its schema has no mutation "deleteApp"',
    hint: expect.stringContaining('does not return its schema'),
  });
});

const REFUSAL = { message: 'Cannot query field "alias" on type "Job".' };

test.each([
  ['whose data is null: it was begun', { data: null, errors: [REFUSAL] }, 200],
  ['with the path of a field', { errors: [{ ...REFUSAL, path: ['duplicateJob', 'alias'] }] }, 200],
  ['beside another failure', { errors: [REFUSAL, { message: 'The database is full' }] }, 200],
  ['of a gateway that had trouble', { errors: [REFUSAL] }, 502],
])('a change is not sent again after a refusal %s', async (_which, answer, status) => {
  meddle = (query, response) => {
    if (!query.includes('duplicateJob')) return false;
    sendJson(response, answer, status);
    return true;
  };
  await expect(duplicate()).rejects.toThrow();
  expect(sent('duplicateJob')).toBe(1);
});

test('a platform that refuses without end is given up', async () => {
  let refused = 0;
  meddle = (query, response) => {
    if (!query.includes('duplicateJob')) return false;
    const names = [...query.matchAll(/\b[a-z]\w*\b/gi)].map(([name]) => name);
    const errors = names.map((name) => ({
      message: `Cannot query field "${name}" on type "Job".`,
    }));
    sendJson(response, { errors: refused++ % 2 === 0 ? errors : [REFUSAL] });
    return true;
  };
  await expect(duplicate()).rejects.toThrow();
  expect(sent('duplicateJob')).toBeLessThan(10);
});

describe('a refusal in the words of', () => {
  const learned = async (message: string) => {
    const form = await KnownForm.of('projects');
    const error = new GraphqlResponseError(
      message,
      { hint: '', reach: 'answered' },
      [{ message }],
      undefined,
    );
    const hasChanged = form.learn(error);
    return { hasChanged, schema: form.live.schema };
  };
  const fieldsOf = (schema: KnownForm['live']['schema'], type: string) =>
    Object.keys((schema.getType(type) as { getFields?(): object })?.getFields?.() ?? {});

  test.each([
    ['graphql-js', 'Cannot query field "alias" on type "Job". Did you mean "name"?'],
    ['graphql-core', "Cannot query field 'alias' on type 'Job'."],
    [
      'Sangria',
      "Query does not pass validation. Violations: Cannot query field 'alias' on type 'Job'. (line 1, column 3)",
    ],
    [
      'graphql-java',
      "Validation error (FieldUndefined@[job/alias]) : Field 'alias' in type 'Job' is undefined",
    ],
    ['Hot Chocolate', 'The field `alias` does not exist on the type `Job`.'],
    ['graphql-ruby', "Field 'alias' doesn't exist on type 'Job'"],
  ])('%s says which field is missing', async (_server, message) => {
    const { hasChanged, schema } = await learned(message);
    expect(hasChanged).toBe(true);
    expect(fieldsOf(schema, 'Job')).not.toContain('alias');
    expect(fieldsOf(schema, 'Job')).toContain('name');
    expect(fieldsOf(schema, 'Pipeline')).toContain('alias');
  });

  test.each([
    [
      'graphql-js',
      [
        'Unknown argument "jobId" on field "Mutation.deleteJob".',
        'Field "deleteJob" argument "id" of type "UUID!" is required, but it was not provided.',
      ],
    ],
    [
      'older graphql-js and Sangria',
      [
        "Unknown argument 'jobId' on field 'deleteJob' of type 'Mutation'.",
        "Field 'deleteJob' argument 'id' of type 'UUID!' is required but not provided.",
      ],
    ],
    [
      'graphql-java',
      [
        "Validation error (UnknownArgument@[deleteJob]) : Unknown field argument 'jobId'",
        "Validation error (MissingFieldArgument@[deleteJob]) : Missing field argument 'id'",
      ],
    ],
  ])('%s says that an argument has another name', async (_server, messages) => {
    const { schema } = await learned(messages.join('\n'));
    const args = schema.getMutationType()?.getFields().deleteJob?.args ?? [];
    expect(args.map(({ name, type }) => `${name}: ${String(type)}`)).toEqual(['id: UUID!']);
    const { jobId } = Object.fromEntries(
      (schema.getMutationType()?.getFields().runJob?.args ?? []).map((one) => [one.name, one]),
    );
    expect(jobId).toBeDefined();
  });

  test('what has no successor there is no longer taken for deprecated', async () => {
    const status = ({ schema }: Awaited<ReturnType<typeof learned>>) =>
      (
        schema.getType('JobInstance') as never as {
          getFields(): Record<string, { deprecationReason?: string }>;
        }
      ).getFields().status?.deprecationReason;
    expect(status(await learned('nothing'))).toBeTruthy();
    expect(
      status(await learned('Cannot query field "history" on type "JobInstance".')),
    ).toBeFalsy();
  });

  test.each([
    [
      'a required input field',
      'Variable "$jobVersion" got invalid value { commandLine: "x" }; Field "resources" of required type "JobResourcesInput!" was not provided.',
      'resources: JobResourcesInput!',
    ],
    [
      'an unknown input field',
      'Field "sourceUrl" is not defined by type "JobVersionInput".',
      '-sourceUrl',
    ],
  ])('graphql-js says %s', async (_what, message, expected) => {
    const { schema } = await learned(message);
    const type = schema.getType('JobVersionInput') as never as {
      getFields(): Record<string, { name: string; type: unknown }>;
    };
    const fields = Object.values(type.getFields()).map(
      ({ name, type: of }) => `${name}: ${String(of)}`,
    );
    if (expected.startsWith('-')) {
      expect(fields.join()).not.toContain(expected.slice(1));
    } else {
      expect(fields).toContain(expected);
    }
  });

  test('nothing that is known is not learned from', async () => {
    for (const message of [
      'The job does not exist',
      'Unknown job',
      'Cannot query the database',
      'not found',
    ]) {
      expect((await learned(message)).hasChanged).toBe(false);
    }
  });
});
