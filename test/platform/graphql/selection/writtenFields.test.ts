import {
  buildASTSchema,
  buildSchema,
  Kind,
  parse,
  print,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import {
  presentSelection,
  fieldsForOneCall,
} from '../../../../platform/graphql/selection/supported';
import { recordedRunSelection } from '../../../../platform/runs/read/selection';
import { definitionsOfGeneration } from '../../../../sandbox/generations/generation';
import { clientSchema } from '../../../support/clientSchema';

const recent = clientSchema(
  buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: [...definitionsOfGeneration('recent').values()],
  }),
);

const typeOf = (schema: GraphQLSchema, name: string) => schema.getType(name) as GraphQLObjectType;

const parsed = (text: string): readonly SelectionNode[] => {
  const [definition] = parse(`{ ${text} }`).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
};

/** Every way that is asked for, and those that lead to it. */
function waysAsked(selections: readonly SelectionNode[]): string[] {
  const ways = selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) throw new Error('No fragment has a name');
    const step =
      node.kind === Kind.FIELD
        ? print({ ...node, selectionSet: undefined })
        : `... on ${node.typeCondition?.name.value}`;
    return [step, ...waysAsked(node.selectionSet?.selections ?? []).map((way) => `${step}/${way}`)];
  });
  return [...new Set(ways)];
}

const SCHEMA = clientSchema(
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
  ['history { current { id } old pages { id } }', '{ history { current { id } } }'],
  [
    'history { entries(limit: 1) { id } entries { at } }',
    '{ history { entries(limit: 1) { id } } }',
  ],
  ['history { current { id } } history { current { at } }', '{ history { current { id at } } }'],
  ['history { current } history { current { id } }', '{ history { current { id at } } }'],
  [
    'history { entries(limit: 1) { id } entries { at } entries(limit: 1) { at } }',
    '{ history { entries(limit: 1) { id at } } }',
  ],
  [
    'history { entries(skip: 1) { id } entries { at } entries { id } }',
    '{ history { entries { at id } } }',
  ],
])('%s', (text, expected) => {
  const selections = presentSelection(SCHEMA, typeOf(SCHEMA, 'One'), fieldsForOneCall(text));
  expect(waysAsked(selections)).toEqual(waysAsked(parsed(expected.slice(1, -1))));
});

test('what members of an interface have is asked for once a member', () => {
  const text = fieldsForOneCall('id history { current { id } } history { current { at } }');
  expect(waysAsked(presentSelection(SCHEMA, typeOf(SCHEMA, 'Thing'), text))).toEqual(
    waysAsked(
      parsed(
        'id ... on One { history { current { id at } } } ... on Other { history { current { id at } } }',
      ),
    ),
  );
});

test('of a run, the times of all its statuses are asked for where the platform has them', () => {
  const asked = (type: string) =>
    waysAsked(recordedRunSelection(recent, typeOf(recent, type)) ?? []);
  expect(asked('JobInstance')).toEqual(
    expect.arrayContaining(['history/currentStatus/status', 'history/statuses/recordAt']),
  );
  expect(asked('PipelineInstance')).toEqual(
    expect.arrayContaining(['statusDetails/details', 'statusDetails/recordAt']),
  );
});
