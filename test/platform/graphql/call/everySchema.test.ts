import * as fc from 'fast-check';
import { buildSchema } from 'graphql';
import { listRootFields } from '../../../../platform/graphql/schema/rootFields';
import { cases } from '../../../support/cases';
import { clientSchema } from '../../../support/clientSchema';
import { inheritedNames } from '../../../support/hostileNames';
import { anySchema } from './anySchema';
import { failuresOf } from './failures';
import { kindsIn, KINDS } from './kinds';
import { shapes } from './shapes';

const RUNS = Number(process.env.SCHEMAS ?? cases(300));
const SEED = Number(process.env.SEED ?? 1);
const before = inheritedNames();

test('every root field of any schema gets a document that the server executes', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(anySchema, (sdl) => {
      const schema = buildSchema(sdl);
      for (const kind of kindsIn(schema)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      expect(failuresOf(schema)).toEqual([]);
      expect(inheritedNames()).toEqual(before);
    }),
    // The same schemas each time; another seed looks for others.
    { numRuns: RUNS, seed: SEED },
  );
  expect([...KINDS].filter((kind) => (counts.get(kind) ?? 0) < RUNS / 10)).toEqual([]);
});

test.each(Object.entries(shapes))('a schema with %s', (_name, sdl) => {
  expect(failuresOf(buildSchema(sdl))).toEqual([]);
});

test('300 root fields, each with its document', () => {
  const fields = Array.from({ length: 300 }, (_, index) => `read${index}(id: ID!): Thing`);
  const sdl = `type Thing { id: ID! name: String } type Query { ${fields.join('\n')} }`;
  const schema = buildSchema(sdl);
  expect(listRootFields(clientSchema(schema))).toHaveLength(300);
  expect(failuresOf(schema)).toEqual([]);
});
