import { buildSchema } from 'graphql';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { clientSchema } from '../../../support/clientSchema';

const SCHEMA = clientSchema(
  buildSchema(`
  enum Kind { JOB APP }
  input Filter { name: String = "any", limit: Int = 5 }
  input Wanted { name: String!, kind: Kind! }
  type Query {
    found(limit: Int = 20, text: String = "all", isNew: Boolean = true, kind: Kind = JOB, filter: Filter): Int
    made(wanted: Wanted!, names: [String!]!, all: [Wanted!]!): Int
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
