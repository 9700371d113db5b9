import type { GraphQLSchema } from 'graphql';
import { idArgument } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireRootField, type RootName } from '../graphql/schema/rootFields';
import {
  presentSelection,
  writtenFields,
  type WrittenFields,
} from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { JOB_RUNS, type RunKind } from '../runs/kinds';
import { type LogLine, readLog } from '../runs/logs/logs';
import { readPastRuns, type PastRun } from '../runs/read/pastRuns';
import type { Run } from '../runs/read/run';
import { MIN_RUNS_FOR_USUAL, findUsualDurationMs } from '../runs/read/usual';
import { textOf } from '../common/text/values';

/** These details may differ from run to run. */
const DETAILS = writtenFields(`
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
  [rootName, what, id = '']: readonly [root: RootName, what: string, id?: string],
  fields: WrittenFields,
  options: CallOptions,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', rootName);
    const select = presentSelection(schema, root.field.type, fields);
    return select.length === 0
      ? undefined
      : field(root.name, { arguments: idArgument(root, what, id), select });
  };
  const send = async (query: ReturnType<typeof write>) =>
    query && (await queryBatched(endpoint, query, options));
  return await requestBySchema(endpoint, write, send, options);
}

const TRIGGER = 'runTrigger.triggerType';

/** Returns text by path, such as `version.commandLine`, and `trigger`. */
export async function readDetails(
  endpoint: GraphqlEndpoint,
  id: string,
  options: CallOptions,
): Promise<Map<string, string>> {
  const details = new Map(
    listLeaves(await readFields(endpoint, [JOB_RUNS.runQuery, 'run', id], DETAILS, options)),
  );
  // The effective image says more than the configured one.
  if (details.has('effectiveDockerImage')) details.delete('version.dockerInfo.image');
  const trigger = details.get(TRIGGER);
  details.delete(TRIGGER);
  return trigger === undefined ? details : details.set('trigger', trigger);
}

/** Deeper fields are left out, because a response may have any depth. */
const MAX_PATH_CHARACTERS = 100;

function listLeaves(value: unknown, path = ''): Array<[string, string]> {
  if (path.length > MAX_PATH_CHARACTERS) return [];
  if (typeof value !== 'object' || value === null) {
    const text = textOf(value);
    return text === undefined ? [] : [[path, text]];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    listLeaves(inner, path === '' ? name : `${path}.${name}`),
  );
}

export interface History {
  /** The failures since the last success, newest first. */
  failed: PastRun[];
  /** Newest first. */
  succeeded: PastRun[];
  /** True if older runs may be left out. */
  mayBeCut: boolean;
  usualSeconds: number | null;
}

/** This many runs take at most five requests. */
const ENOUGH_RUNS = 1_000;

/** @returns undefined if the run is not among the newest ones */
export async function readHistory(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { id: runId, [kind.parentId]: parentId }: Run,
  options: CallOptions,
): Promise<History | undefined> {
  if (typeof parentId !== 'string') return undefined;
  const upTo = (runs: readonly PastRun[]) => {
    const at = runs.findIndex(({ id }) => id === runId);
    return at === -1 ? [] : runs.slice(at);
  };
  const isEnough = (runs: readonly PastRun[]) => {
    const successes = upTo(runs).slice(1).filter(didSucceed).length;
    return successes >= MIN_RUNS_FOR_USUAL || runs.length >= ENOUGH_RUNS;
  };
  const wanted = { kind, ids: [parentId], sinceMs: -Infinity, isEnough };
  const read = await readPastRuns(endpoint, wanted, (_id, { runs }) => runs, options);
  const runs = read.get(parentId) ?? [];
  const [run, ...before] = upTo(runs);
  if (!run) return undefined;
  const succeeded = before.filter(didSucceed);
  const [last] = succeeded;
  const sinceSuccess = last ? before.slice(0, before.indexOf(last)) : before;
  const usualMs = findUsualDurationMs(run, before);
  return {
    failed: [run, ...sinceSuccess].filter(({ outcome }) => outcome === 'failed'),
    succeeded,
    mayBeCut: runs.length >= ENOUGH_RUNS,
    usualSeconds: usualMs === undefined ? null : usualMs / 1000,
  };
}

function didSucceed({ outcome }: PastRun): boolean {
  return outcome === 'succeeded';
}

/** With one more line, this is the page size of a log. */
const LINES_AT_EACH_END = 999;

/** Reads the beginning and the end of a log without variables, in at most four requests. */
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

/** Returns undefined if the log does not list the variables. Values are only for comparing and must never be shown. */
export async function readVariables(
  endpoint: GraphqlEndpoint,
  runId: string,
  options: CallOptions,
): Promise<Map<string, string> | undefined> {
  const wanted = { which: 'first', limit: LINES_AT_EACH_END, maxPages: 1 } as const;
  const query = { streams: ['ENVVARS_STDOUT'], ...wanted };
  const { lines, isCut } = await readLog(endpoint, runId, query, options);
  if (isCut || lines.length === 0) return undefined;
  const variables = new Map<string, string>();
  let name: string | undefined;
  for (const { value } of lines) {
    const [, begun, rest = ''] = /^(?:export )?([A-Za-z_]\w{0,200})=(.*)$/s.exec(value) ?? [];
    name = begun ?? name;
    // A line that does not begin a variable continues the previous one.
    const text = begun ? rest : `${variables.get(name ?? '') ?? ''}\n${value}`;
    if (name !== undefined) variables.set(name, text);
  }
  return variables;
}
