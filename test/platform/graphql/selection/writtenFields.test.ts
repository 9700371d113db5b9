import { buildSchema, Kind, print, type GraphQLObjectType, type SelectionNode } from 'graphql';
import {
  selectPresent,
  selectSupported,
  writtenFields,
} from '../../../../platform/graphql/selection/supported';
import { UnsupportedError } from '../../../../platform/common/errors/errors';
import { toClientSchema } from '../../../support/toClientSchema';

const asText = (selections: readonly SelectionNode[]) =>
  print({ kind: Kind.SELECTION_SET, selections }).replace(/\s+/g, ' ');

const SCHEMA = toClientSchema(
  buildSchema(`
  type Entry { id: ID at: String }
  type History { current: Entry entries(limit: Int): [Entry] pages(size: Int!): [Entry] old: Int @deprecated }
  interface Thing { id: ID }
  type One implements Thing { id: ID history: History }
  type Other implements Thing { id: ID history: History }
  type Query { one: One thing: Thing }
`),
);

test.each([
  ['current { id } old pages { id }', 'current { id }'],
  ['entries(limit: 1) { id } entries { at }', 'entries(limit: 1) { id }'],
  ['current { id } } history { current { at }', 'current { id } } history { current { at }'],
  ['current } history { current { id }', 'current { id at } } history { current { id }'],
  [
    'entries(limit: 1) { id } entries { at } entries(limit: 1) { at }',
    'entries(limit: 1) { id } entries(limit: 1) { at }',
  ],
  ['entries(skip: 1) { id } entries { at } entries { id }', 'entries { at } entries { id }'],
])('history { %s }', (text, expected) => {
  const type = SCHEMA.getType('One') as GraphQLObjectType;
  const selected = selectPresent(SCHEMA, type, writtenFields(`history { ${text} }`));
  expect(asText(selected)).toBe(`{ history { ${expected} } }`);
});

test('what members of an interface have is asked for of each member', () => {
  const text = writtenFields('id history { current { id } }');
  const type = SCHEMA.getType('Thing') as GraphQLObjectType;
  expect(asText(selectPresent(SCHEMA, type, text))).toBe(
    '{ id ... on One { history { current { id } } } ... on Other { history { current { id } } } }',
  );
});

test.each([
  ['lacking', 'type One has no field "lacking"'],
  [
    'history { entries(skip: 1) { id } current { status } old } lacking { id }',
    'type One has none of the fields "history.entries.id", "history.current.status", "history.old", "lacking.id"',
  ],
])('a selection of which nothing is left is an error: %s', (text, expected) => {
  const type = SCHEMA.getType('One') as GraphQLObjectType;
  const select = () => selectSupported(SCHEMA, type, writtenFields(text));
  expect(select).toThrow(UnsupportedError);
  expect(select).toThrow(/^This platform cannot return "(?:lacking|history\.entries\.id)": its /);
  expect(select).toThrow(expected);
});
