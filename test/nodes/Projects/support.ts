import { graphqlSync, type GraphQLSchema } from 'graphql';
import type { Sandbox } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import {
  startNode,
  type NodeUnderTest,
  type RunningWorkflow,
  type WorkflowRun,
} from '../../support/engine/runWorkflow';
import { findSchemaMismatches } from '../../support/descriptions/outputSchema';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

export interface Platformlike {
  credentials: object;
}

interface More {
  items?: StartItem[];
  settings?: NodeUnderTest['settings'];
}

/** Starts one operation of the Projects node, `app.get`, which can be cancelled. */
export async function startOperation(
  { credentials }: Platformlike,
  name: string,
  parameters: object,
  { items = [{}], settings }: More = {},
): Promise<RunningWorkflow> {
  const [resource, operation] = name.split('.');
  return await startNode(
    { parameters: { resource, operation, ...parameters } as never, settings },
    { dataPlatformApi: { ...credentials } as Sandbox['credentials'] },
    { items },
  );
}

export async function perform(...given: Parameters<typeof startOperation>): Promise<WorkflowRun> {
  const { result } = await startOperation(...given);
  return await result;
}

/** Runs one operation that must succeed. Its outputs must match the operation's schema. */
export async function performed(
  platform: Platformlike,
  name: string,
  parameters: object,
  more?: More,
): Promise<WorkflowRun['json']> {
  const { json, error } = await perform(platform, name, parameters, more);
  if (error) throw Object.assign(error, { message: `${error.message} | ${error.description}` });
  const schema = name.replace('.', '/');
  expect(json.flatMap((item) => findSchemaMismatches('Projects', schema, item))).toEqual([]);
  return json;
}

export function keptOf({ run, error }: WorkflowRun): string {
  const withErrors = (_key: string, value: unknown) =>
    value instanceof Error
      ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
      : value;
  return JSON.stringify({ data: run.data.resultData, error }, withErrors);
}

/** A platform of another version: it has this schema and resolves root fields from `rootValue`. */
export async function startOther(
  schema: GraphQLSchema,
  rootValue: Record<string, unknown>,
): Promise<RawServer & Platformlike & { calls(): string[] }> {
  const server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: string };
      // As the documented JSON-encoded string.
      const variableValues = JSON.parse(variables ?? '{}') as Record<string, unknown>;
      sendJson(response, graphqlSync({ schema, source: query, variableValues, rootValue }));
    }),
  );
  const isCall = (body: string) =>
    body.includes('"query"') && !/Introspection|CanReadVariables/.test(body);
  // The catalog is another module.
  const ofProjects = () => server.received.filter(({ path }) => path.startsWith('/projects/'));
  const calls = () =>
    ofProjects()
      .map(({ body }) => body)
      .filter(isCall);
  return Object.assign(server, { credentials: credentialFor(server.baseUrl), calls });
}
