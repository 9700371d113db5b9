import { buildSchema } from 'graphql';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { clientSchema } from '../../../support/clientSchema';

const SCHEMA = clientSchema(
  buildSchema(`
  enum Kind { JOB APP }
  input Filter { name: String = "any", limit: Int = 5 }
  input Wanted { note: String, name: String!, kind: Kind! }
  type Query {
    found(limit: Int = 20, text: String = "all", isNew: Boolean = true, kind: Kind = JOB, filter: Filter): Int
    made(wanted: Wanted!, names: [String!]!, all: [Wanted!]!): Int
    sorted(first: Int, tags: [String!], wanted: Wanted!, ids: [ID!]!): Int
  }
`),
);

const form = (name: string) =>
  new Map(
    describeArguments(findRootField(SCHEMA, `query.${name}`)).map(({ path, ...field }) => [
      path.join('.'),
      field,
    ]),
  );

test('a form starts with the defaults that arguments have', () => {
  const fields = form('found');
  expect(fields.get('limit')).toMatchObject({ input: 'number', defaultValue: 20 });
  expect(fields.get('text')).toMatchObject({ input: 'string', defaultValue: 'all' });
  expect(fields.get('isNew')).toMatchObject({ input: 'options', defaultValue: true });
  expect(fields.get('kind')).toMatchObject({ input: 'options', defaultValue: 'JOB' });
});

test('what belongs to an optional object is not there from the start: the object would be sent', () => {
  const fields = form('found');
  expect(fields.get('filter.name')).toMatchObject({ required: false, input: 'string' });
  expect(fields.get('filter.name')).not.toHaveProperty('defaultValue');
  expect(fields.get('filter.limit')).not.toHaveProperty('defaultValue');
});

test('what is required is marked, in objects that are sent too', () => {
  const fields = form('made');
  expect(fields.get('wanted.name')).toMatchObject({ required: true, type: 'String' });
  expect(fields.get('wanted.kind')).toMatchObject({
    required: true,
    values: [{ name: 'JOB' }, { name: 'APP' }],
  });
  expect(fields.get('names')).toMatchObject({
    required: true,
    input: 'array',
    defaultValue: '[]',
  });
  expect(JSON.parse(String(fields.get('all')?.defaultValue))).toEqual([{ name: '', kind: 'JOB' }]);
});

test('required ones come first, in the order of the schema', () => {
  expect([...form('sorted').keys()]).toEqual([
    'wanted.name',
    'wanted.kind',
    'ids',
    'first',
    'tags',
    'wanted.note',
  ]);
});

test('optional JSON starts with what it needs: n8n marks an empty field in red', () => {
  expect(form('sorted').get('tags')).toMatchObject({ required: false, defaultValue: '[]' });
});
