import {
  buildSchema,
  execute,
  parse,
  printSchema,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { projectsSchema } from '../../sandbox/projects/schema';
import { settingsFrom } from '../../sandbox/options';
import type { resolversFor } from './world';

/** The sandbox's schema without its resolvers: values come from plain objects, which costs the least. */
const schema: GraphQLSchema = buildSchema(printSchema(projectsSchema(settingsFrom({}))));

/** Documents are not validated: what is measured is the client. */
export async function answerGraphql(
  resolvers: ReturnType<typeof resolversFor>,
  body: string,
): Promise<ExecutionResult> {
  const { query, variables } = JSON.parse(body) as { query: string; variables?: unknown };
  const document = parse(query, { noLocation: true });
  const isMutation = document.definitions.some(
    (definition) => 'operation' in definition && definition.operation === 'mutation',
  );
  return await execute({
    schema,
    document,
    rootValue: isMutation ? resolvers.mutation : resolvers.query,
    variableValues: variablesIn(variables),
  });
}

/** The interface shows variables as text that holds an object. */
function variablesIn(variables: unknown): Record<string, unknown> {
  if (typeof variables === 'string')
    return JSON.parse(variables || '{}') as Record<string, unknown>;
  return (variables ?? {}) as Record<string, unknown>;
}
