import { buildSchema } from 'graphql';
import { requireInputArgument } from '../../../../platform/graphql/call/commonArguments';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { parseRootField } from '../../../../platform/graphql/schema/rootFields';
import { toClientSchema } from '../../../support/toClientSchema';

const SCHEMA = toClientSchema(
  buildSchema(`
  enum Kind { JOB APP }
  input Filter { name: String = "any", limit: Int = 5 }
  input Many { ${Array.from({ length: 101 }, (_, n) => `f${n}: Int`).join(' ')} }
  input Box { many: Many } input BoxInput { name: String }
  input Group { members: [Group!]! }
  input Wanted { note: String, name: String!, kind: Kind! }
  type Query {
    found(limit: Int = 20, text: String = "all", isNew: Boolean = true, kind: Kind = JOB, filter: Filter): Int
    made(wanted: Wanted!, names: [String!]!, all: [Wanted!]!): Int
    filled(box: Int, all: Box, one: BoxInput): Int
    grouped(all: [Group!]): Int
    sorted(first: Int, tags: [String!], wanted: Wanted!, ids: [ID!]!): Int
  }
`),
);

function form(name: string) {
  const fields = describeArguments(parseRootField(SCHEMA, `query.${name}`));
  return new Map(fields.map(({ path, ...field }) => [path.join('.'), field]));
}

test.each([
  ['found.limit', { input: 'number' }],
  ['found.text', { input: 'string' }],
  ['found.isNew', { input: 'options', values: [{ name: 'true' }, { name: 'false' }] }],
  ['found.filter.name', { required: false, input: 'string' }],
  ['made.wanted.name', { required: true, type: 'String' }],
  ['made.wanted.kind', { required: true, values: [{ name: 'JOB' }, { name: 'APP' }] }],
  ['made.names', { required: true, input: 'array', defaultValue: '[]' }],
  ['filled.all.many', { input: 'object' }],
  // n8n marks an empty field in red.
  ['sorted.tags', { required: false, defaultValue: '[]' }],
])('the field of %s in a form is %j', (place, expected) => {
  const [name = '', ...path] = place.split('.');
  expect(form(name).get(path.join('.'))).toMatchObject(expected);
});

test('of several input objects, the one of the usual type is taken', () => {
  expect(requireInputArgument(parseRootField(SCHEMA, 'query.filled'), 'box').name).toBe('one');
});

test('no default of the schema is in the form: the platform applies it itself', () => {
  const fields = [...form('found').values()];
  expect(fields.filter((field) => field.defaultValue !== undefined)).toEqual([]);
});

test('a required list of objects starts with one of them', () => {
  const { defaultValue } = form('made').get('all') ?? {};
  expect(JSON.parse(String(defaultValue))).toEqual([{ name: '', kind: 'JOB' }]);
});

test('a list of objects that need a list of themselves starts with few levels', () => {
  const { defaultValue } = form('grouped').get('all') ?? {};
  expect(JSON.parse(String(defaultValue))).toEqual([{ members: [{ members: [] }] }]);
});

test('required ones come first, in the order of the schema', () => {
  const required = ['wanted.name', 'wanted.kind', 'ids'];
  expect([...form('sorted').keys()]).toEqual([...required, 'first', 'tags', 'wanted.note']);
});
