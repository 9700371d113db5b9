import * as fc from 'fast-check';
import {
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  type GraphQLSchema,
} from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { callDocument, type Selection } from '../../../../platform/graphql/call/callDocument';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { listRootFields } from '../../../../platform/graphql/schema/rootFields';
import { selectablePaths } from '../../../../platform/graphql/selection/paths';
import { anySchema } from './anySchema';
import { executeOn, inputValueOf } from './answering';
import { shapes } from './shapes';

const RUNS = Number(process.env.SCHEMAS ?? 100);
const SEED = Number(process.env.SEED ?? 1);

/** Calls every root field of a schema in every way; gives the documents that were not valid or failed. */
function failuresOf(server: GraphQLSchema): string[] {
  const client = buildClientSchema(introspectionFromSchema(server));
  const failures: string[] = [];
  for (const root of listRootFields(client)) {
    const given = Object.fromEntries(
      root.field.args.map(({ name, type }) => [name, inputValueOf(type)]),
    );
    describeArguments(root);
    const values = readArguments(root, given);
    const ways: Selection[] = [{ mode: 'auto' }];
    const paths = selectablePaths(client, root.field.type);
    if (paths.length > 0) ways.push(...paths.slice(0, 20).map((path) => onePath(path)));
    for (const way of ways) {
      const { text } = callDocument(client, root, Object.keys(values), way);
      const { errors } = executeOn(server, text, values);
      if (errors?.length) failures.push(`${root.name}: ${String(errors[0])}\n${text}`);
    }
  }
  return failures;
}

const onePath = (path: string): Selection => ({ mode: 'fields', fields: [path] });

test('every root field of any schema gets a document that the server executes', () => {
  fc.assert(
    fc.property(anySchema, (sdl) => {
      expect(failuresOf(buildSchema(sdl))).toEqual([]);
    }),
    // The same schemas each time; another seed looks for others.
    { numRuns: RUNS, seed: SEED },
  );
});

test.each(Object.entries(shapes))('a schema with %s', (_name, sdl) => {
  expect(failuresOf(buildSchema(sdl))).toEqual([]);
});

test('300 root fields, each with its document', () => {
  const fields = Array.from({ length: 300 }, (_, index) => `read${index}(id: ID!): Thing`);
  const sdl = `type Thing { id: ID! name: String } type Query { ${fields.join('\n')} }`;
  const schema = buildSchema(sdl);
  expect(listRootFields(schema)).toHaveLength(300);
  expect(failuresOf(schema)).toEqual([]);
});
