import * as fc from 'fast-check';
import { buildSchema } from 'graphql';
import { InvalidInputError, PlatformError } from '../../../platform/errors/errors';
import { callChosenRootField } from './callChosenRootField';
import { MAX_TYPES } from '../../../platform/graphql/schema/introspection';
import { findRootField } from '../../../platform/graphql/schema/rootFields';
import { Platform } from '../../../platform/connection/platform';
import { readArguments } from '../../../platform/graphql/call/arguments';
import { callDocument } from '../../../platform/graphql/call/callDocument';
import { readUserQuery } from '../../../platform/graphql/userQuery/userQuery';
import { cases } from '../../support/cases';
import { clientSchema } from '../../support/clientSchema';
import { HOSTILE_NAMES, inheritedNames } from '../../support/hostileNames';
import { credentialFor, startRawServer, withLogin } from '../../support/rawServer';

const CASES = Number(process.env.PROPERTY_CASES ?? cases(300));
const SEED = Number(process.env.SEED ?? 1);
const runs = { numRuns: CASES, seed: SEED };

/** What nobody but a programmer can use. */
const PROGRAMMERS_WORDS =
  /is not a function|undefined|Cannot read|call stack|not iterable|\[object|Invalid time|malformed/;

const server = buildSchema(
  `
  scalar JSON scalar DateTime scalar Upload
  enum State { ON OFF }
  input Filter { and: [Filter!] name: String state: State count: Int! = 1 data: JSON }
  interface Node { id: ID! }
  type Job implements Node { id: ID! name: String(old: Int) project: Project data: JSON }
  type Project implements Node { id: ID! name: Int jobs: [Job!]! }
  union Any_ = Job | Project
  type Query { find(filter: Filter, since: DateTime, all: [[Int!]!], json: JSON, file: Upload): [Any_] node: Node }
`.replace('String(old: Int)', 'String'),
);
const schema = clientSchema(server);
const find = findRootField(schema, 'query.find');

let before: string[];
beforeAll(() => (before = inheritedNames()));
afterEach(() => expect(inheritedNames()).toEqual(before));

/** It works, or it says in plain words what is wrong with what was given. */
function worksOrSays(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    expect(error).toBeInstanceOf(InvalidInputError);
    expectPlain(error);
  }
}

function expectPlain({ message, hint }: PlatformError): void {
  expect(message).not.toMatch(PROGRAMMERS_WORDS);
  expect(hint).not.toMatch(PROGRAMMERS_WORDS);
  expect(message.length + hint.length).toBeLessThan(10_000);
}

const graphqlWord = fc.constantFrom(
  ...['{', '}', '(', ')', '[', ']', ':', '$', '!', '...', '"', '#', '@', '\n', ' ', ','],
  ...['query', 'mutation', 'fragment', 'on', 'id', 'name', 'Job', '$a', '1', '"""', 'true'],
  ...HOSTILE_NAMES,
);
const graphqlText = fc.oneof(
  fc.string(),
  fc.array(graphqlWord, { maxLength: 60 }).map((words) => words.join(' ')),
);
const step = fc.oneof(
  fc.constantFrom('id', 'name', 'project', 'jobs', 'Job:name', 'Project:jobs', 'Node:id', '', ' '),
  fc.constantFrom(...HOSTILE_NAMES),
  fc.string({ maxLength: 8 }),
);
const path = fc.array(step, { minLength: 1, maxLength: 8 }).map((steps) => steps.join('.'));

test('any text is a query or gets an error that says what is wrong', () => {
  fc.assert(
    fc.property(graphqlText, fc.dictionary(fc.string(), fc.jsonValue()), (text, variables) => {
      worksOrSays(() => readUserQuery(text, variables));
    }),
    runs,
  );
});

test('any text is a selection or gets an error that says what is wrong', () => {
  fc.assert(
    fc.property(graphqlText, (text) => {
      worksOrSays(() => callDocument(schema, find, [], { mode: 'custom', text }));
    }),
    runs,
  );
});

test('any paths are fields or get an error that says what is wrong', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 6 }), (fields) => {
      worksOrSays(() => callDocument(schema, find, [], { mode: 'fields', fields }));
    }),
    runs,
  );
});

test('any values are arguments or get an error that says what is wrong', () => {
  const name = fc.oneof(
    fc.constantFrom('filter', 'since', 'all', 'json', 'file'),
    fc.constantFrom(...HOSTILE_NAMES),
    fc.string(),
  );
  // A value of a user's own is repeated in the message, so none of these may read like a programmer's words.
  const values = [
    fc.boolean(),
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.constant(undefined),
  ];
  const value = fc.oneof(fc.jsonValue(), fc.json(), fc.anything({ values, withDate: true }));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (entries) => {
      worksOrSays(() => readArguments(find, Object.fromEntries(entries)));
    }),
    runs,
  );
});

const LEVELS = 30_000;
const nested = (open: string, inner: string, close: string) =>
  open.repeat(LEVELS) + inner + close.repeat(LEVELS);
const deepList = () => JSON.parse(nested('[', '1', ']')) as unknown;

test.each<[string, () => unknown]>([
  ['a query', () => readUserQuery(nested('{a', ' b', '}'))],
  ['a list in a query', () => readUserQuery(`{ a(b: ${nested('[', '1', ']')}) }`)],
  ['variables', () => readUserQuery('{ a }', { a: deepList() })],
  [
    'a selection',
    () => callDocument(schema, find, [], { mode: 'custom', text: nested('{a', ' b', '}') }),
  ],
  [
    'a path',
    () => callDocument(schema, find, [], { mode: 'fields', fields: ['a.'.repeat(LEVELS) + 'a'] }),
  ],
  ['an argument', () => readArguments(find, { json: deepList() })],
  ['JSON text', () => readArguments(find, { filter: nested('{"and":', '[]', '}') })],
  ['JSON text for a scalar', () => readArguments(find, { json: nested('[', '1', ']') })],
])('%s of 30,000 levels is reported as nested too deeply', (_name, work) => {
  expect(work).toThrow('is nested too deeply');
});

test('a value that holds itself is refused', () => {
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  expect(() => readArguments(find, { json: loop })).toThrow('it contains itself');
});

describe('an introspection response', () => {
  test.each<[string, () => unknown, string]>([
    [
      'with too many types',
      () => ({
        __schema: {
          queryType: { name: 'Query' },
          types: Array.from({ length: MAX_TYPES + 1 }, (_, n) => ({
            kind: 'SCALAR',
            name: `T${n}`,
          })),
        },
      }),
      `too large: it has ${MAX_TYPES + 1} types`,
    ],
    [
      'of endless depth',
      () => ({ __schema: JSON.parse(nested('{"ofType":', 'null', '}')) as unknown }),
      'in an unknown format',
    ],
    [
      'whose types lead from one to the next, 15,000 times',
      () => ({
        __schema: {
          queryType: { name: 'T0' },
          types: Array.from({ length: 15_000 }, (_, n) => ({
            kind: 'OBJECT',
            name: `T${n}`,
            interfaces: [],
            fields: [
              { name: 'next', args: [], type: { kind: 'OBJECT', name: `T${(n + 1) % 15_000}` } },
            ],
          })),
          directives: [],
        },
      }),
      'has no query "x"',
    ],
  ])('%s ends in a plain message', async (name, data, message) => {
    const deep = await startRawServer(
      withLogin((_request, response) => response.end(textOf({ data: data() }))),
    );
    try {
      const { projects } = Platform.connect(credentialFor(deep.baseUrl));
      const error = (await callChosenRootField(projects, 'query.x').catch(
        (reason: unknown) => reason,
      )) as PlatformError;
      expect([name, error.message]).toEqual([name, expect.stringContaining(message)]);
      expectPlain(error);
    } finally {
      await deep.close();
    }
  });
});

/** JSON of any depth: the usual writer calls itself. */
function textOf(value: { data: unknown }): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `{"data":{"__schema":${nested('{"ofType":', 'null', '}')}}}`;
  }
}
