import { buildSchema, parse, type GraphQLSchema } from 'graphql';
import {
  writeCallDocument,
  type SelectionChoice,
} from '../../../../platform/graphql/call/callDocument';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { parseRootField } from '../../../../platform/graphql/schema/rootFields';
import { restoreNames } from '../../../../platform/graphql/selection/members';
import { writtenFields } from '../../../../platform/graphql/selection/supported';
import { toClientSchema } from '../../../support/toClientSchema';
import { executeOn, JSON_TEXT } from './answering';

const UNION = buildSchema(`
  type User { name: String name_User: Int data: JSON }
  type Team { name: Int }
  scalar JSON
  union Owner = User | Team
  type Project { owner: Owner }
  type Query { owner: Owner projects: [Project] }
`);

const USER = { __typename: 'User', name: 'text', name_User: 7, data: JSON_TEXT };
const JOB = buildSchema(`
  type Job { id: Int owner: Owner runs: [Run] } type Owner { name: Int job: Job team: Team }
  type Team { id: Int place: Place } type Place { id: Int } type Run { id: Int next: Run steps: [Place] }
  type Query { job: Job }
`);
const NEAR = { id: 7, owner: { name: 7, team: { id: 7 } }, runs: [{ id: 7 }] };
const RATE = { __typename: 'Rate' };
const ARGUED = buildSchema('type Rate { at(day: Int!): Int } type Query { rate: Rate }');
const ours = (text: string): SelectionChoice => ({
  mode: 'supported',
  text: writtenFields(text),
});
const OWN = '{ __typename ... on User { mine: name data } }';

test.each<[string, GraphQLSchema, string, SelectionChoice, unknown]>([
  ['nothing leads back, is a list in a list, or lies deep', JOB, 'job', { mode: 'auto' }, NEAR],
  ['fields of one name and two types keep it', UNION, 'owner', { mode: 'auto' }, USER],
  ['so do those below', UNION, 'projects', { mode: 'auto' }, [{ owner: USER }]],
  [
    'fields of ours that members have with two types keep their name',
    UNION,
    'owner',
    ours('name name_User'),
    { name: 'text', name_User: 7 },
  ],
  [
    "a selection of the user's own stays as it was written",
    UNION,
    'owner',
    { mode: 'custom', text: OWN },
    { __typename: 'User', mine: 'text', data: JSON_TEXT },
  ],
  [
    'of an object whose fields all need arguments, its type',
    ARGUED,
    'rate',
    { mode: 'auto' },
    RATE,
  ],
  [
    'an object that is written twice has what both ask for',
    JOB,
    'job',
    ours('owner owner { team { id } }'),
    { owner: { name: 7, team: { id: 7 } } },
  ],
])('in a response, %s', (_what, server, name, selection, result) => {
  const schema = toClientSchema(server);
  const text = writeCallDocument(schema, parseRootField(schema, `query.${name}`), [], selection);
  const { data, errors } = executeOn(server, parse(text), {});
  expect(errors).toBeUndefined();
  expect(restoreNames(data?.[name], text)).toEqual(result);
});

test('a default selection has 400 fields at most, and those of the first level first', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}: Int`).join(' ');
  const server = buildSchema(
    `type Inner { ${fields(300)} } type Job { inner: Inner ${fields(300)} } type Query { job: Job }`,
  );
  const schema = toClientSchema(server);
  const text = writeCallDocument(schema, parseRootField(schema, 'query.job'), [], { mode: 'auto' });
  const job = executeOn(server, parse(text), {}).data?.job as { inner: object };
  expect(Object.keys(job)).toHaveLength(301);
  expect(Object.keys(job.inner)).toHaveLength(99);
});

describe('text for scalars and enums', () => {
  const schema = toClientSchema(
    buildSchema(`
    scalar JSON scalar JSONObject scalar Map scalar Any scalar UUID scalar Cron
    enum Status { RUNNING }
    type Query { take(status: Status, json: JSON, object: JSONObject, map: Map, any: Any, uuid: UUID, cron: Cron, list: [JSON], number: Float, flag: Boolean): Int }
  `),
  );
  const take = parseRootField(schema, 'query.take');

  test.each([
    ['json', '{"a": [1]}', { a: [1] }],
    ['json', ' [1, 2] ', [1, 2]],
    ['json', '{"a": ', '{"a": '],
    ['json', 'plain text', 'plain text'],
    ['json', '17', '17'],
    ['json', { a: 1 }, { a: 1 }],
    ['object', '{"a": 1}', { a: 1 }],
    ['map', '{"a": 1}', { a: 1 }],
    ['any', '{"a": 1}', { a: 1 }],
    ['list', ['{"a": 1}'], [{ a: 1 }]],
    ['uuid', '{"a": 1}', '{"a": 1}'],
    ['cron', '[1]', '[1]'],
    ['number', '9007199254740991', 9007199254740991],
    ['status', ' RUNNING ', 'RUNNING'],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', false, false],
  ])('%s: %j is sent as %j', (name, given, sent) => {
    expect({ ...readArguments(take, { [name]: given }) }).toEqual({ [name]: sent });
  });

  test.each(['9007199254740993', '-7615917337495251231'])(
    'the text %s for a number is refused: it would lose digits',
    (number) => {
      expect(() => readArguments(take, { number })).toThrow(
        `The number ${number} cannot be sent with all its digits`,
      );
    },
  );
});
