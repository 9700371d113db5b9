import { getNamedType, isObjectType, type GraphQLSchema, type SelectionNode } from 'graphql';
import { PlatformError, type GraphqlAnswerError, type GraphqlErrorEntry } from '../errors';
import { field, printOperation, type LiteralValue } from '../graphql/document';
import type { GraphqlData } from '../graphql/answer';
import { idArgument } from '../graphql/call/knownArguments';
import type { GraphqlEndpoint } from '../graphql/endpoint';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { saysUnknown } from '../graphql/saysUnknown';
import { schemaOf } from '../graphql/schema/schemaStore';
import { knownSelection } from '../graphql/selection/known';
import type { RunKind } from '../runs/kinds';
import { readRun, type Run } from '../runs/run';
import type { Watch } from './watch';
import { ownValue } from '../names';

/** A job or pipeline with its newest runs. */
export interface Reading {
  id: string;
  name: string;
  /** Newest first, each with its number. */
  runs: Run[];
  /** Whether there may be older ones. */
  hasMore: boolean;
}

const WANTED =
  'id number status history { currentStatus { status details recordAt } } statusDetails startTime endTime';
/** More than these are read by the project's list, which costs one request whatever their number. */
const MOST_APART = 100;
const OLDER_RUNS_A_PAGE = 100;

/** The newest runs of everything that is watched, in one request. */
export async function readNewest(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  limit: number,
): Promise<Reading[]> {
  const { schema } = await schemaOf(endpoint);
  if (watch.ids.length > 0 && watch.ids.length <= MOST_APART) {
    return await readApart(endpoint, schema, watch.kind, watch.ids, { limit, skip: 0 });
  }
  const readings = await readProject(endpoint, schema, watch, limit);
  return watch.ids.length === 0 ? readings : readings.filter(({ id }) => watch.ids.includes(id));
}

/** Older runs of some of what is watched, in one request. */
export async function readOlder(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  ids: readonly string[],
  skip: number,
): Promise<Reading[]> {
  const { schema } = await schemaOf(endpoint);
  return await readApart(endpoint, schema, kind, ids, { limit: OLDER_RUNS_A_PAGE, skip });
}

/** One by one by their identifiers. What was deleted is left out. */
async function readApart(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  kind: RunKind,
  ids: readonly string[],
  page: Page,
): Promise<Reading[]> {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const select = parentSelection(schema, kind, page);
  const fields = ids.map((id, index) =>
    field(root.name, { alias: `it${index}`, arguments: idArgument(root, kind.noun, id), select }),
  );
  const refusals: GraphqlErrorEntry[] = [];
  const onPartialData = ({ errors }: GraphqlAnswerError) => refusals.push(...errors);
  const data = await endpoint.query({ query: printOperation('query', fields) }, { onPartialData });
  return ids.flatMap((_id, index) => {
    const alias = `it${index}`;
    const refused = refusals.filter(({ path }) => !path || path[0] === alias);
    if (refused.length === 0) return [readingOf(ownValue(data, alias), page.limit)];
    const isGone = refused.every((entry) => entry.path?.length === 1 && saysUnknown(entry));
    if (isGone) return [];
    throw incomplete();
  });
}

/** Everything in the project: the documented list of jobs, or the project's field "pipelines". */
async function readProject(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  { kind, projectId }: Watch,
  limit: number,
): Promise<Reading[]> {
  const select = parentSelection(schema, kind, { limit, skip: 0 });
  const listOf = (data: GraphqlData): unknown =>
    kind.noun === 'job' ? data.jobs : (data.project as { pipelines?: unknown } | null)?.pipelines;
  const root = requireRootField(schema, 'query', kind.noun === 'job' ? 'jobs' : 'project');
  if (kind.noun === 'pipeline') requireFieldOf(root, 'pipelines');
  const list = field(root.name, {
    arguments: kind.noun === 'job' ? { projectId } : idArgument(root, 'project', projectId),
    select: kind.noun === 'job' ? select : [field('pipelines', { select })],
  });
  const entries = listOf(await endpoint.query({ query: printOperation('query', [list]) }));
  if (!Array.isArray(entries)) throw incomplete();
  return entries.map((entry) => readingOf(entry, limit));
}

interface Page {
  limit: number;
  skip: number;
}

/** @throws PlatformError where the platform cannot tell runs apart */
function parentSelection(
  schema: GraphQLSchema,
  kind: RunKind,
  { limit, skip }: Page,
): readonly SelectionNode[] {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const instances = requireFieldOf(root, 'instances');
  const runType = getNamedType(instances.type);
  if (!isObjectType(runType) || !runType.getFields().number) {
    throw new PlatformError(
      `This platform cannot do this: its runs of ${kind.noun}s have no field "number"`,
      {
        hint: 'The trigger tells new runs from old ones by their number. The platform may be of an older version.',
        reach: 'never',
      },
    );
  }
  const page: Record<string, LiteralValue> = Object.fromEntries(
    Object.entries({ limit, skip }).filter(([name]) =>
      instances.args.some((argument) => argument.name === name),
    ),
  );
  const select = knownSelection(schema, instances.type, WANTED);
  return [field('id'), field('name'), field('instances', { arguments: page, select })];
}

function readingOf(answer: unknown, limit: number): Reading {
  const { id, name, instances } = (answer ?? {}) as Record<string, unknown>;
  if (!Array.isArray(instances)) throw incomplete();
  return {
    id: String(id),
    name: String(name),
    runs: instances.map((run) => ({
      ...readRun(run, 'instances'),
      ...recordedAt(run as { history?: History }),
    })),
    hasMore: instances.length === limit,
  };
}

interface History {
  currentStatus?: { recordAt?: unknown } | null;
}

function recordedAt({ history }: { history?: History | null }) {
  const at = history?.currentStatus?.recordAt;
  return at === undefined || at === null ? {} : { recordedAt: at };
}

function incomplete(): PlatformError {
  return new PlatformError('The platform told only a part of the runs', {
    hint: 'Nothing is concluded from it; the next poll asks again.',
    reach: 'answered',
    transient: true,
  });
}
