import { buildSchema, isInterfaceType } from 'graphql';
import { buildField } from '../../../../platform/graphql/document/document';
import { createMemberAliases } from '../../../../platform/graphql/selection/members';

test('a field gets an alias in the fragment of a member if its type differs from that of the interface', () => {
  const schema = buildSchema(`
    interface Thing { id: ID! name: String }
    type Job implements Thing { id: ID! name: String! }
    type Query { thing: Thing }
  `);
  const thing = schema.getType('Thing');
  if (!isInterfaceType(thing)) throw new Error('Thing is an interface');
  const withAlias = createMemberAliases(schema, thing);
  const aliases = ['id', 'name'].map((name) => withAlias('Job', buildField(name)).alias?.value);
  expect(aliases).toEqual([undefined, 'name__of__Job']);
});
