import { buildSchema } from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { requireRootField } from '../../../../platform/graphql/schema/rootFields';
import { clientSchema } from '../../../support/clientSchema';

const schema = clientSchema(
  buildSchema(`
  enum Status { RUNNING, SUCCEEDED }
  type Query { runs(status: Status): Int }
`),
);
const runs = requireRootField(schema, 'query', 'runs');

test.each([5, true, { a: 1 }])(
  '%j is no value of an enum, and is reported by its argument',
  (value) => {
    expect(() => readArguments(runs, { status: value })).toThrow(/status/);
  },
);

test('a value of an enum may have blanks around it', () => {
  expect({ ...readArguments(runs, { status: ' RUNNING ' }) }).toEqual({ status: 'RUNNING' });
});
