import type { GraphQLSchema } from 'graphql';
import { buildIdArgument } from '../graphql/call/commonArguments';
import { buildField } from '../graphql/document/document';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireRootField, type RootName } from '../graphql/schema/rootFields';
import { selectPresent, writtenFields, type WrittenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { JOB_RUNS, type RunKind } from '../runs/kinds';
import { type LogLine, readLog } from '../runs/logs/logs';
import { readPastRuns, type PastRun } from '../runs/read/pastRuns';
import type { Run } from '../runs/read/run';
import { MIN_RUNS_FOR_USUAL, findUsualDurationMs } from '../runs/read/durations';
import { toText } from '../common/text/values';

/** Details of a job run that may explain why it failed although an earlier run succeeded. */
const RUN_DETAILS = writtenFields(`
  version {
    number creator releaseNote commandLine runtimeVersion sourceUrl packageInfo { name } dockerInfo { image } dockerImage
    extraTechnology { language version } resources { cpu memory disk }
  }
  effectiveDockerImage runTrigger { triggerType }`);
export const STEP_NAMES = writtenFields(`
  version {
    jobs { id name }
    graph {
      jobNodes { job { id name } }
      conditionNodes { id condition { toString value expression } }
    }
  }`);

/** Reads one entity by its ID. Leaves out fields that the platform lacks. */
export async function readFields(
  endpoint: GraphqlEndpoint,
  [rootName, entityName, id = '']: readonly [root: RootName, entityName: string, id?: string],
  fields: WrittenFields,
  options: CallOptions,
): Promise<unknown> {
  const buildQuery = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', rootName);
    const select = selectPresent(schema, root.field.type, fields);
    return select.length === 0
      ? undefined
      : buildField(root.name, { arguments: buildIdArgument(root, entityName, id), select });
  };
  const send = async (query: ReturnType<typeof buildQuery>) =>
    query && (await queryBatched(endpoint, query, options));
  return await requestBySchema(endpoint, buildQuery, send, options);
}

const TRIGGER_PATH = 'runTrigger.triggerType';

/** Returns the details of a job run as texts by path, such as `version.commandLine`. The trigger has the short path `trigger`. */
export async function readDetails(
  endpoint: GraphqlEndpoint,
  id: string,
  options: CallOptions,
): Promise<Map<string, string>> {
  const details = new Map(
    listLeaves(await readFields(endpoint, [JOB_RUNS.runQuery, 'run', id], RUN_DETAILS, options)),
  );
  // The effective image says more than the configured one.
  if (details.has('effectiveDockerImage')) details.delete('version.dockerInfo.image');
  const trigger = details.get(TRIGGER_PATH);
  details.delete(TRIGGER_PATH);
  return trigger === undefined ? details : details.set('trigger', trigger);
}

/** Fields with a longer path are left out, because a response may be nested to any depth. */
const MAX_PATH_CHARACTERS = 100;

function listLeaves(value: unknown, path = ''): Array<[string, string]> {
  if (path.length > MAX_PATH_CHARACTERS) return [];
  if (typeof value !== 'object' || value === null) {
    const text = toText(value);
    return text === undefined ? [] : [[path, text]];
  }
  return Object.entries(value).flatMap(([name, child]) =>
    listLeaves(child, path === '' ? name : `${path}.${name}`),
  );
}

export interface History {
  /** The failures since the last success, newest first. */
  failed: PastRun[];
  /** Earlier successes, newest first. */
  succeeded: PastRun[];
  /** True if `MAX_RUNS` was reached, so older runs may be missing. */
  mayBeIncomplete: boolean;
  usualSeconds: number | null;
}

/** Reading this many runs takes at most six requests. */
const MAX_RUNS = 1_000;

/** Returns undefined if the run has no ID of its job or pipeline, or if it is not among the runs that were read. */
export async function readHistory(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { id: runId, [kind.parentIdField]: parentId }: Run,
  options: CallOptions,
): Promise<History | undefined> {
  if (typeof parentId !== 'string') return undefined;
  const dropNewerRuns = (runs: readonly PastRun[]) => {
    const at = runs.findIndex(({ id }) => id === runId);
    return at === -1 ? [] : runs.slice(at);
  };
  const isEnough = (runs: readonly PastRun[]) => {
    const successes = dropNewerRuns(runs).slice(1).filter(didSucceed).length;
    return successes >= MIN_RUNS_FOR_USUAL || runs.length >= MAX_RUNS;
  };
  const query = { kind, ids: [parentId], sinceMs: -Infinity, isEnough };
  const runsByParent = await readPastRuns(endpoint, query, (_id, { runs }) => runs, options);
  const runs = runsByParent.get(parentId) ?? [];
  const [run, ...earlierRuns] = dropNewerRuns(runs);
  if (!run) return undefined;
  const succeeded = earlierRuns.filter(didSucceed);
  const [lastSuccess] = succeeded;
  const sinceSuccess = lastSuccess
    ? earlierRuns.slice(0, earlierRuns.indexOf(lastSuccess))
    : earlierRuns;
  const usualMs = findUsualDurationMs(run, earlierRuns);
  return {
    failed: [run, ...sinceSuccess].filter(({ outcome }) => outcome === 'failed'),
    succeeded,
    mayBeIncomplete: runs.length >= MAX_RUNS,
    usualSeconds: usualMs === undefined ? null : usualMs / 1000,
  };
}

function didSucceed({ outcome }: PastRun): boolean {
  return outcome === 'succeeded';
}

/** One less than the page size of a log, because one more line is read to find out whether the log continues. */
const LINES_AT_EACH_END = 999;

/** Reads the first and the last lines of a log, without the list of variables, in at most four requests. */
export async function readLogEnds(
  endpoint: GraphqlEndpoint,
  runId: string,
  options: CallOptions,
): Promise<LogLine[]> {
  const part = { limit: LINES_AT_EACH_END, maxPages: 1, streams: 'allowedInErrors' } as const;
  const first = await readLog(endpoint, runId, { which: 'first', ...part }, options);
  if (!first.isCut) return first.lines;
  const last = await readLog(endpoint, runId, { which: 'last', ...part }, options);
  const from = last.lines[0]?.index ?? Infinity;
  return [...first.lines.filter(({ index }) => (index ?? -1) < from), ...last.lines];
}

/**
 * Reads the environment variables that a job run logged. Returns undefined if the log does not list them, or if the list is too
 * long. The values are only for comparison, and must never be shown.
 */
export async function readLoggedVariables(
  endpoint: GraphqlEndpoint,
  runId: string,
  options: CallOptions,
): Promise<Map<string, string> | undefined> {
  const limits = { which: 'first', limit: LINES_AT_EACH_END, maxPages: 1 } as const;
  const query = { streams: ['ENVVARS_STDOUT'], ...limits };
  const { lines, isCut } = await readLog(endpoint, runId, query, options);
  if (isCut || lines.length === 0) return undefined;
  const variables = new Map<string, string>();
  let name: string | undefined;
  for (const { value } of lines) {
    const [, newName, start = ''] = /^(?:export )?([A-Za-z_]\w{0,200})=(.*)$/s.exec(value) ?? [];
    name = newName ?? name;
    // A line that does not begin a variable continues the previous one.
    const text = newName ? start : `${variables.get(name ?? '') ?? ''}\n${value}`;
    if (name !== undefined) variables.set(name, text);
  }
  return variables;
}
