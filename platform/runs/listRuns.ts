import type { GraphQLSchema } from 'graphql';
import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { readObject } from '../graphql/result';
import { idArgument } from '../graphql/call/knownArguments';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import { readRun, type Run } from './run';
import { recordedRunSelection, runSelection } from './selection';

const RUNS_A_PAGE = 100;

/** Runs of a job or pipeline, newest first. */
export async function listRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  options?: CallOptions,
): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const page of pagesOfRuns(endpoint, kind, parentId, limit, runSelection, options)) {
    runs.push(
      ...page.map((answer) => ({ ...readRun(answer, 'instances'), [kind.parentId]: parentId })),
    );
  }
  return runs.slice(0, limit);
}

/** The newest runs as the platform tells them, with the times at which their statuses were recorded. */
export async function newestRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  options?: CallOptions,
): Promise<unknown[]> {
  const select = recordedRunSelection;
  for await (const page of pagesOfRuns(endpoint, kind, parentId, limit, select, options)) {
    return page.slice(0, limit);
  }
  return [];
}

async function* pagesOfRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  select: typeof runSelection,
  options: CallOptions = {},
): AsyncGenerator<unknown[]> {
  const { schema } = await schemaOf(endpoint, options);
  const query = pageQuery(schema, kind, parentId, select);
  for (let skip = 0; skip < limit; skip += RUNS_A_PAGE) {
    const pageSize = Math.min(RUNS_A_PAGE, limit - skip);
    const data = await endpoint.query({ query: query.text(pageSize, skip) }, options);
    const { instances } = readObject<{ instances?: unknown[] | null }>(data, kind.parentQuery);
    yield instances ?? [];
    if (!query.hasPages || (instances ?? []).length < pageSize) return;
  }
}

function pageQuery(
  schema: GraphQLSchema,
  kind: RunKind,
  parentId: string,
  select: typeof runSelection,
) {
  const parent = requireRootField(schema, 'query', kind.parentQuery);
  const instances = requireFieldOf(parent, 'instances');
  const pageArguments = instances.args.map(({ name }) => name);
  const hasPages = pageArguments.includes('limit') && pageArguments.includes('skip');
  return {
    hasPages,
    text: (limit: number, skip: number) =>
      printOperation('query', [
        field(parent.name, {
          arguments: idArgument(parent, kind.noun, parentId),
          select: [
            field('instances', {
              arguments: hasPages ? { limit, skip } : {},
              select: select(schema, instances.type),
            }),
          ],
        }),
      ]),
  };
}
