/** How long a schema of 2,000 types takes from the platform's answer to the list of its queries and mutations. */
import {
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  type IntrospectionQuery,
} from 'graphql';
import { describeArguments } from '../platform/graphql/call/describe';
import { listRootFields, rootFieldValue } from '../platform/graphql/schema/rootFields';
import { median } from './report/numbers';

const TYPES = 2000;
const ROUNDS = 7;

function answerOfThePlatform(): string {
  const types = Array.from({ length: TYPES }, (_, index) => {
    const next = (index + 1) % TYPES;
    return `type Type${index} { id: ID! name: String! count: Int next: Type${next} all(limit: Int): [Type${next}!]! }`;
  });
  const queries = Array.from({ length: 300 }, (_, index) => `read${index}(id: ID!): Type${index}`);
  const sdl = `${types.join('\n')}\ntype Query { ${queries.join('\n')} }`;
  return JSON.stringify(introspectionFromSchema(buildSchema(sdl)));
}

const answer = answerOfThePlatform();
const milliseconds = Array.from({ length: ROUNDS }, () => {
  const start = performance.now();
  const schema = buildClientSchema(JSON.parse(answer) as IntrospectionQuery, { assumeValid: true });
  for (const root of listRootFields(schema)) {
    rootFieldValue(root);
    describeArguments(root);
  }
  return performance.now() - start;
});
console.table({
  'types in the schema': TYPES,
  'size of the answer (MB)': Number((answer.length / 1e6).toFixed(2)),
  'first time (ms)': Math.round(milliseconds[0] ?? Number.NaN),
  'median (ms)': Math.round(median(milliseconds)),
});
