import { buildSchema, parse, type GraphQLSchema } from 'graphql';
import { callDocument, type SelectionChoice } from '../../../../platform/graphql/call/callDocument';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { restoreNames } from '../../../../platform/graphql/selection/members';
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

const CLIENT = clientSchema(UNION);

function answerOf(server: GraphQLSchema, value: string, selection: SelectionChoice): unknown {
  const schema = clientSchema(server);
  const root = findRootField(schema, value);
  const text = callDocument(schema, root, [], selection);
  const { data, errors } = executeOn(server, parse(text), {});
  expect(errors).toBeUndefined();
  return restoreNames(data?.[root.name], text);
}

test('fields of one name and different types have their own names again', () => {
  const user = {
    __typename: 'User',
    name: 'text',
    name_User: 7,
    data: JSON_TEXT,
  };
  expect(answerOf(UNION, 'query.owner', { mode: 'auto' })).toEqual(user);
  expect(answerOf(UNION, 'query.projects', { mode: 'auto' })).toEqual([{ owner: user }]);
});

test('picked members get their own names back, and only those', () => {
  const fields = ['User:name', 'User:name_User', 'Team:name'];
  expect(answerOf(UNION, 'query.owner', { mode: 'fields', fields })).toEqual({
    __typename: 'User',
    name: 'text',
    name_User: 7,
  });
});

test("names in a selection of the user's own stay as the user wrote them", () => {
  const text = '{ __typename ... on User { mine: name data } }';
  expect(answerOf(UNION, 'query.owner', { mode: 'custom', text })).toEqual({
    __typename: 'User',
    mine: 'text',
    data: JSON_TEXT,
  });
});

test('a field of an interface beside a narrower one of its member', () => {
  const schema = buildSchema(`
    interface Node { id: Int }
    type Leaf implements Node { id: Int! }
    type Query { node: Node }
  `);
  const fields = ['id', 'Leaf:id'];
  expect(answerOf(schema, 'query.node', { mode: 'fields', fields })).toMatchObject({ id: 7 });
});

test('a path to an object and one below it give both', () => {
  const schema = buildSchema(`
    type Job { id: Int owner: Owner } type Owner { name: Int team: Team } type Team { id: Int }
    type Query { job: Job }
  `);
  const fields = ['owner', 'owner.team.id'];
  expect(answerOf(schema, 'query.job', { mode: 'fields', fields })).toEqual({
    owner: { name: 7, team: { id: 7 } },
  });
});

test('no chosen fields are reported as that', () => {
  const root = findRootField(CLIENT, 'query.owner');
  expect(() => callDocument(CLIENT, root, [], { mode: 'fields', fields: [] })).toThrow(
    'No fields are selected',
  );
});

describe('text for scalars and enums', () => {
  const schema = clientSchema(
    buildSchema(`
    scalar JSON scalar JSONObject scalar Map scalar Any scalar UUID scalar Cron
    enum Status { RUNNING }
    type Query { take(status: Status, json: JSON, object: JSONObject, map: Map, any: Any, uuid: UUID, cron: Cron, list: [JSON]): Int }
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
    ['status', ' RUNNING ', 'RUNNING'],
  ])('%s: %j is sent as %j', (name, given, sent) => {
    expect({ ...readArguments(take, { [name]: given }) }).toEqual({ [name]: sent });
  });
});
