import { buildSchema, parse, type GraphQLSchema } from 'graphql';
import { callDocument, type SelectionChoice } from '../../../../platform/graphql/call/callDocument';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { restoreNames } from '../../../../platform/graphql/selection/members';
import { selectablePaths } from '../../../../platform/graphql/selection/paths';
import { clientSchema } from '../../../support/clientSchema';
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
const NODE = buildSchema(
  'interface Node { id: Int } type Leaf implements Node { id: Int! } type Query { node: Node }',
);
const JOB = buildSchema(`
  type Job { id: Int owner: Owner runs: [Run] } type Owner { name: Int job: Job team: Team }
  type Team { id: Int place: Place } type Place { id: Int } type Run { id: Int next: Run steps: [Place] }
  type Query { job: Job }
`);
const NEAR = { id: 7, owner: { name: 7, team: { id: 7 } }, runs: [{ id: 7 }] };
const RATE = { __typename: 'Rate' };
const ARGUED = buildSchema('type Rate { at(day: Int!): Int } type Query { rate: Rate }');
const chosen = (...fields: string[]): SelectionChoice => ({ mode: 'fields', fields });
const OWN = '{ __typename ... on User { mine: name data } }';

test('fields to pick from are offered three levels below, shallow ones first', () => {
  const schema = buildSchema('type Job { id: Int next: Job } type Query { job: Job }');
  const { type } = findRootField(schema, 'query.job').field;
  expect(selectablePaths(schema, type)).toEqual([
    'id',
    'next.id',
    'next.next.id',
    'next.next.next.id',
  ]);
});

test.each<[string, GraphQLSchema, string, SelectionChoice, unknown]>([
  ['nothing leads back, is a list in a list, or lies deep', JOB, 'job', { mode: 'auto' }, NEAR],
  ['fields of one name and two types keep it', UNION, 'owner', { mode: 'auto' }, USER],
  ['so do those below', UNION, 'projects', { mode: 'auto' }, [{ owner: USER }]],
  [
    'only picked members are there',
    UNION,
    'owner',
    chosen('User:name', 'User:name_User', 'Team:name'),
    { __typename: 'User', name: 'text', name_User: 7 },
  ],
  [
    "a selection of the user's own stays as it was written",
    UNION,
    'owner',
    { mode: 'custom', text: OWN },
    { __typename: 'User', mine: 'text', data: JSON_TEXT },
  ],
  [
    'a field of an interface stands beside a narrower one of its member',
    NODE,
    'node',
    chosen('id', 'Leaf:id'),
    expect.objectContaining({ id: 7 }),
  ],
  [
    'of an object whose fields all need arguments, its type',
    ARGUED,
    'rate',
    { mode: 'auto' },
    RATE,
  ],
  [
    'a path to an object and one below it give both',
    JOB,
    'job',
    chosen('owner', 'owner.team.id'),
    { owner: { name: 7, team: { id: 7 } } },
  ],
])('in a response, %s', (_what, server, name, selection, result) => {
  const schema = clientSchema(server);
  const text = callDocument(schema, findRootField(schema, `query.${name}`), [], selection);
  const { data, errors } = executeOn(server, parse(text), {});
  expect(errors).toBeUndefined();
  expect(restoreNames(data?.[name], text)).toEqual(result);
});

test('no chosen fields are reported as that', () => {
  const client = clientSchema(UNION);
  const root = findRootField(client, 'query.owner');
  expect(() => callDocument(client, root, [], chosen())).toThrow('No fields are selected');
});

describe('text for scalars and enums', () => {
  const schema = clientSchema(
    buildSchema(`
    scalar JSON scalar JSONObject scalar Map scalar Any scalar UUID scalar Cron
    enum Status { RUNNING }
    type Query { take(status: Status, json: JSON, object: JSONObject, map: Map, any: Any, uuid: UUID, cron: Cron, list: [JSON], number: Float): Int }
  `),
  );
  const take = findRootField(schema, 'query.take');

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
