import { buildSchema } from 'graphql';
import type { PlatformError } from '../../../platform/common/errors/errors';
import {
  writeCallDocument,
  type SelectionChoice,
} from '../../../platform/graphql/call/callDocument';
import { prepareChosenRootField } from '../../../platform/graphql/call/callRootField';
import { MAX_TYPES } from '../../../platform/graphql/schema/introspection';
import { parseRootField } from '../../../platform/graphql/schema/rootFields';
import { readArguments } from '../../../platform/graphql/call/arguments';
import { readUserQuery } from '../../../platform/graphql/call/userQuery';
import { toClientSchema } from '../../support/toClientSchema';
import { failureOf } from '../../support/failureOf';
import { startRawPlatform } from '../../support/rawPlatform';

const schema = toClientSchema(
  buildSchema(`
  scalar JSON
  input Filter { and: [Filter!] }
  type Job { id: ID }
  type Query { find(filter: Filter, json: JSON): Job }
`),
);
const find = parseRootField(schema, 'query.find');
const select = (selection: SelectionChoice) => writeCallDocument(schema, find, [], selection);

const LEVELS = 30_000;
const nested = (open: string, inner: string, close: string) =>
  open.repeat(LEVELS) + inner + close.repeat(LEVELS);
const deepList = () => JSON.parse(nested('[', '1', ']')) as unknown;

test.each<[string, () => unknown]>([
  ['a query', () => readUserQuery(nested('{a', ' b', '}'))],
  ['a list in a query', () => readUserQuery(`{ a(b: ${nested('[', '1', ']')}) }`)],
  ['variables', () => readUserQuery('{ a }', { a: deepList() })],
  ['a selection', () => select({ mode: 'custom', text: nested('{a', ' b', '}') })],
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
    { name: 'next', args: [], type: { kind: 'OBJECT', name: `T${(n + 1) % MAX_TYPES}` } },
  ];

  test.each([
    ['with too many types', typed(MAX_TYPES + 1, () => ({})), `it has ${MAX_TYPES + 1} types`],
    ['of endless depth', nested('{"ofType":', 'null', '}'), 'in an unknown format'],
    [
      'of as many as are read, whose types lead from one to the next',
      typed(MAX_TYPES, (n) => ({ kind: 'OBJECT', interfaces: [], fields: next(n) })),
      'has no query "x"',
    ],
  ])('%s ends in a plain message', async (_name, introspected, message) => {
    const { connect } = await startRawPlatform((_request, response) =>
      response.end(`{"data":{"__schema":${introspected}}}`),
    );
    const asked = prepareChosenRootField(connect().projects, 'query.x', {});
    const error = (await failureOf(asked)) as PlatformError;
    expect(error.message).toContain(message);
    expect(error.message.length + error.hint.length).toBeLessThan(10_000);
  });
});
