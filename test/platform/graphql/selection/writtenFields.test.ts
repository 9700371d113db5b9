import {
  buildASTSchema,
  buildSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { everyWrittenFields } from './everyWrittenFields';
import '../../../../platform';
import {
  presentSelection,
  fieldsForOneCall,
} from '../../../../platform/graphql/selection/supported';
import { recordedRunSelection } from '../../../../platform/runs/read/selection';
import { catalogSchema } from '../../../../sandbox/catalog/routes';
import { definitionsOfGeneration } from '../../../../sandbox/generations/generation';
import { GENERATIONS } from '../../../../sandbox';
import { clientSchema } from '../../../support/clientSchema';

const schemaOf = (generation: (typeof GENERATIONS)[number]) =>
  buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: [...definitionsOfGeneration(generation).values()],
  });
const SCHEMAS: Array<[string, GraphQLSchema]> = [
  ...GENERATIONS.map((name): [string, GraphQLSchema] => [name, schemaOf(name)]),
  ['catalog', catalogSchema()],
];

const typeOf = (schema: GraphQLSchema, name: string) => schema.getType(name) as GraphQLObjectType;

const parsed = (text: string): readonly SelectionNode[] => {
  const [definition] = parse(`{ ${text} }`).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
};

/** A way from a type to a field that a text names last: `history/statuses/recordAt`. */
interface Way {
  steps: string[];
  isLeaf: boolean;
}

/** Every way that a text writes and the type has. Of one field with different arguments the first counts. */
function waysWritten(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  selections: readonly SelectionNode[],
): Way[] {
  const own = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const argumentsOf = new Map<string, string>();
  return selections.flatMap((node): Way[] => {
    if (node.kind !== Kind.FIELD) throw new Error('The client writes fields only');
    const name = node.name.value;
    const field = own[name];
    if (!field) {
      return isAbstractType(type)
        ? schema.getPossibleTypes(type).flatMap((member) =>
            waysWritten(schema, member, [node]).map((way) => ({
              ...way,
              steps: [`... on ${member.name}`, ...way.steps],
            })),
          )
        : [];
    }
    const given = new Set(node.arguments?.map((argument) => argument.name.value));
    const isTaken =
      [...given].every((one) => field.args.some((argument) => argument.name === one)) &&
      field.args.every((argument) => !isRequiredArgument(argument) || given.has(argument.name));
    if (field.deprecationReason || !isTaken) return [];
    const text = print({ ...node, selectionSet: undefined });
    if ((argumentsOf.get(name) ?? text) !== text) return [];
    argumentsOf.set(name, text);
    const below = getNamedType(field.type);
    if (!isCompositeType(below)) return [{ steps: [text], isLeaf: true }];
    // Its plain fields: which they are is not written.
    if (!node.selectionSet) return [{ steps: [text], isLeaf: false }];
    return waysWritten(schema, below, node.selectionSet.selections).map((way) => ({
      ...way,
      steps: [text, ...way.steps],
    }));
  });
}

/** Every way that is asked for, and those that lead to it. */
function waysAsked(selections: readonly SelectionNode[]): string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FRAGMENT_SPREAD) throw new Error('No fragment has a name');
    const step =
      node.kind === Kind.FIELD
        ? print({ ...node, selectionSet: undefined })
        : `... on ${node.typeCondition?.name.value}`;
    return [step, ...waysAsked(node.selectionSet?.selections ?? []).map((way) => `${step}/${way}`)];
  });
}

function repeatedIn(ways: readonly string[]): string[] {
  return ways.filter((way, index) => ways.indexOf(way) !== index);
}

test('what the client writes is what it asks for, of each type of each generation', () => {
  let cases = 0;
  const wrong: object[] = [];
  for (const [generation, schema] of SCHEMAS) {
    const client = clientSchema(schema);
    for (const text of everyWrittenFields) {
      for (const type of Object.values(schema.getTypeMap())) {
        if (!isCompositeType(type) || type.name.startsWith('__')) continue;
        const written = waysWritten(schema, type, parsed(text));
        if (written.length === 0) continue;
        cases++;
        const asked = waysAsked(
          presentSelection(client, typeOf(client, type.name), fieldsForOneCall(text)),
        );
        const missing = written
          .map(({ steps }) => steps.join('/'))
          .filter((way) => !asked.includes(way));
        const repeated = repeatedIn(asked);
        if (missing.length > 0 || repeated.length > 0) {
          wrong.push({ generation, type: type.name, text, missing, repeated });
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(everyWrittenFields.size).toBeGreaterThan(30);
  expect(cases).toBeGreaterThan(2_000);
});

const SCHEMA = clientSchema(
  buildSchema(`
  type Entry { id: ID at: String }
  type History { current: Entry entries(limit: Int): [Entry] }
  interface Thing { id: ID }
  type One implements Thing { id: ID history: History }
  type Other implements Thing { id: ID history: History }
  type Query { one: One thing: Thing }
`),
);

test.each([
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
  const recent = clientSchema(schemaOf('recent'));
  const asked = (type: string) =>
    waysAsked(recordedRunSelection(recent, typeOf(recent, type)) ?? []);
  expect(asked('JobInstance')).toEqual(
    expect.arrayContaining(['history/currentStatus/status', 'history/statuses/recordAt']),
  );
  expect(asked('PipelineInstance')).toEqual(
    expect.arrayContaining(['statusDetails/details', 'statusDetails/recordAt']),
  );
});
