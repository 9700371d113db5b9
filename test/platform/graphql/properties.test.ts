import * as fc from 'fast-check';
import { buildSchema } from 'graphql';
import { InvalidInputError, PlatformError } from '../../../platform/errors/errors';
import { prepareChosenRootField } from '../../../platform/graphql/call/callRootField';
import { MAX_TYPES } from '../../../platform/graphql/schema/introspection';
import { findRootField } from '../../../platform/graphql/schema/rootFields';
import { readArguments } from '../../../platform/graphql/call/arguments';
import { callDocument, type SelectionChoice } from '../../../platform/graphql/call/callDocument';
import { readUserQuery } from '../../../platform/graphql/userQuery/userQuery';
import { cases } from '../../support/cases';
import { clientSchema } from '../../support/clientSchema';
import { failureOf } from '../../support/failureOf';
import { HOSTILE_NAMES, inheritedNames } from '../../support/hostileNames';
import { startRawPlatform } from '../../support/rawPlatform';

const CASES = Number(process.env.PROPERTY_CASES ?? cases(300));
const SEED = Number(process.env.SEED ?? 1);

/** What nobody but a programmer can use. */
const PROGRAMMERS_WORDS =
  /is not a function|undefined|Cannot read|call stack|not iterable|\[object|Invalid time|malformed/;

const server = buildSchema(
  `
  scalar JSON scalar DateTime scalar Upload
  enum State { ON OFF }
  input Filter { and: [Filter!] name: String state: State count: Int! = 1 data: JSON }
  interface Node { id: ID! }
  type Job implements Node { id: ID! name: String project: Project data: JSON }
  type Project implements Node { id: ID! name: Int jobs: [Job!]! }
  union Any_ = Job | Project
  type Query { find(filter: Filter, since: DateTime, all: [[Int!]!], json: JSON, file: Upload): [Any_] node: Node }
`,
);
const schema = clientSchema(server);
const find = findRootField(schema, 'query.find');
const select = (selection: SelectionChoice) => callDocument(schema, find, [], selection);

let before: string[];
beforeAll(() => (before = inheritedNames()));
afterEach(() => expect(inheritedNames()).toEqual(before));

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

const givenName = fc.oneof(
  fc.constantFrom('filter', 'since', 'all', 'json', 'file', ...HOSTILE_NAMES),
  fc.string(),
);
// A value of a user's own is repeated in the message, so none of these may read like a programmer's words.
const values = [fc.boolean(), fc.integer(), fc.double(), fc.constantFrom(null, undefined)];
const givenValue = fc.oneof(fc.jsonValue(), fc.json(), fc.anything({ values, withDate: true }));

/** It works, or it says in plain words what is wrong with what was given. */
const worksOrSays = <T>(given: fc.Arbitrary<T>, work: (given: T) => unknown) =>
  fc.property(given, (one) => {
    try {
      work(one);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      expect(error).toBeInstanceOf(InvalidInputError);
      expectPlain(error);
    }
  });

test.each([
  [
    'text is a query',
    worksOrSays(
      fc.tuple(graphqlText, fc.dictionary(fc.string(), fc.jsonValue())),
      ([text, variables]) => readUserQuery(text, variables),
    ),
  ],
  ['text is a selection', worksOrSays(graphqlText, (text) => select({ mode: 'custom', text }))],
  [
    'paths are fields',
    worksOrSays(fc.array(path, { maxLength: 6 }), (fields) => select({ mode: 'fields', fields })),
  ],
  [
    'values are arguments',
    worksOrSays(fc.array(fc.tuple(givenName, givenValue), { maxLength: 5 }), (entries) =>
      readArguments(find, Object.fromEntries(entries)),
    ),
  ],
])('any %s or get an error that says what is wrong', (_what, property) => {
  fc.assert(property as fc.IProperty<unknown>, { numRuns: CASES, seed: SEED });
});

const LEVELS = 30_000;
const nested = (open: string, inner: string, close: string) =>
  open.repeat(LEVELS) + inner + close.repeat(LEVELS);
const deepList = () => JSON.parse(nested('[', '1', ']')) as unknown;

test.each<[string, () => unknown]>([
  ['a query', () => readUserQuery(nested('{a', ' b', '}'))],
  ['a list in a query', () => readUserQuery(`{ a(b: ${nested('[', '1', ']')}) }`)],
  ['variables', () => readUserQuery('{ a }', { a: deepList() })],
  ['a selection', () => select({ mode: 'custom', text: nested('{a', ' b', '}') })],
  ['a path', () => select({ mode: 'fields', fields: ['a.'.repeat(LEVELS) + 'a'] })],
  ['an argument', () => readArguments(find, { json: deepList() })],
  ['JSON text', () => readArguments(find, { filter: nested('{"and":', '[]', '}') })],
  ['JSON text for a scalar', () => readArguments(find, { json: nested('[', '1', ']') })],
])('%s of 30,000 levels is reported as nested too deeply', (_name, work) => {
  expect(work).toThrow('is nested too deeply');
});

describe('an introspection response', () => {
  const typed = (count: number, more: (n: number) => object) => {
    const typeOf = (n: number) => ({ kind: 'SCALAR', name: `T${n}`, ...more(n) });
    const types = Array.from({ length: count }, (_, n) => typeOf(n));
    return JSON.stringify({ queryType: { name: 'T0' }, types, directives: [] });
  };
  const next = (n: number) => [
    { name: 'next', args: [], type: { kind: 'OBJECT', name: `T${(n + 1) % 15_000}` } },
  ];

  test.each([
    ['with too many types', typed(MAX_TYPES + 1, () => ({})), `it has ${MAX_TYPES + 1} types`],
    ['of endless depth', nested('{"ofType":', 'null', '}'), 'in an unknown format'],
    [
      'whose types lead from one to the next, 15,000 times',
      typed(15_000, (n) => ({ kind: 'OBJECT', interfaces: [], fields: next(n) })),
      'has no query "x"',
    ],
  ])('%s ends in a plain message', async (_name, introspected, message) => {
    const { connect } = await startRawPlatform((_request, response) =>
      response.end(`{"data":{"__schema":${introspected}}}`),
    );
    const error = await failureOf(prepareChosenRootField(connect().projects, 'query.x', {}));
    expect(error.message).toContain(message);
    expectPlain(error);
  });
});
