import type { GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import type { PlatformError } from '../../common/errors/errors';
import { requireResultField } from '../../graphql/schema/rootFields';
import { selectPresent, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { toList, toObject, toText } from '../../common/text/values';
import { JOB_RUNS, type RunKind } from '../kinds';
import { readEachById } from './readRuns';
import { readOptional } from './readOptional';
import { readRun, type Run } from './run';

const VARIABLE = 'key value isPassword';
const VARIABLES = `executionVariablesOutput { ${VARIABLE} } executionGlobalVariablesInput { ${VARIABLE} }
  executionVariablesInput { isDirectParent isGlobalVariables executionVariables { ${VARIABLE} } }`;
const JOB_RUN_FIELDS = writtenFields(VARIABLES);
const PIPELINE_RUN_FIELDS = writtenFields(`jobsInstance { id jobId jobAlias ${VARIABLES} }`);

/** Maps names to values. The value of a password is null. */
type Variables = Record<string, string | null>;
/** For a pipeline's run, the variables are grouped by the alias of each job, or by the job's ID if it has no alias. */
type VariablesOfRun = Variables | Record<string, Variables>;

export interface RunVariables {
  variables: VariablesOfRun;
  /** Null if the platform does not return them. */
  inputVariables: VariablesOfRun | null;
  /** Number of variables left out, because they are too many or too large, or are named `__proto__`. */
  leftOut: number;
}

export type VariablesResult = RunVariables | { failure: PlatformError };

/** Limits the variables of one run, including those of all its jobs. */
const MAX_VARIABLES = 1_000;
/** Limits the length of all names and values together. A value that does not fit is left out, not cut. */
const MAX_CHARACTERS = 100_000;

/**
 * Reads the variables of a run. If they cannot be read, the failure is returned, not thrown.
 * @throws CancelledError
 */
export async function readRunVariables(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<VariablesResult> {
  const select = kind === JOB_RUNS ? selectJobRun : selectPipelineRun;
  const runs = { query: kind.runQuery, noun: 'run', select, read: readRun };
  const readVariables = async (limits: CallOptions) =>
    await readEachById(endpoint, runs, [runId], limits);
  const hint = 'Read the variables later with "Get" and "Include Variables".';
  const found = await readOptional(endpoint, readVariables, hint, options);
  const result = 'failure' in found ? found : found.get(runId);
  if (!result) throw new TypeError('The platform returned no run');
  return 'run' in result ? toRunVariables(kind, result.run) : result;
}

function selectJobRun(schema: GraphQLSchema, type: GraphQLOutputType): readonly SelectionNode[] {
  requireResultField({ field: { type } }, 'executionVariablesOutput');
  return selectPresent(schema, type, JOB_RUN_FIELDS);
}

function selectPipelineRun(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
): readonly SelectionNode[] {
  const field = requireResultField({ field: { type } }, 'jobsInstance');
  requireResultField({ field }, 'executionVariablesOutput');
  return selectPresent(schema, type, PIPELINE_RUN_FIELDS);
}

/** The numbers of variables and characters that may still be returned, and of variables that were left out. */
interface Budget {
  variables: number;
  characters: number;
  leftOut: number;
}

export function toRunVariables({ noun }: RunKind, run: Run): RunVariables {
  const jobRuns = noun === 'job' ? [run] : (toList(run.jobsInstance) as Run[]);
  const all = jobRuns
    .flatMap((jobRun) => [...listOutputs(jobRun), ...listInputs(jobRun)])
    .map(toObject);
  // A job may pass a password on to the next job, so a name that may be a password in one job counts as one in all jobs.
  const passwords = new Set(
    all.filter(({ isPassword }) => isPassword !== false).map(({ key }) => key),
  );
  const budget = { variables: MAX_VARIABLES, characters: MAX_CHARACTERS, leftOut: 0 };
  const hasInputs = jobRuns.some(
    ({ executionVariablesInput, executionGlobalVariablesInput }) =>
      executionVariablesInput ?? executionGlobalVariablesInput,
  );
  const take = (list: (jobRun: Run) => unknown[]) => {
    if (noun === 'job') return takeVariables(list(run), passwords, budget);
    const byJob = [...groupByJob(jobRuns, list)];
    const fitting = byJob.filter(([name, { length }]) => admitName(name, length, budget));
    return Object.fromEntries(
      fitting.map(([name, entries]) => [name, takeVariables(entries, passwords, budget)]),
    );
  };
  const variables = take(listOutputs);
  return {
    variables,
    inputVariables: hasInputs ? take(listInputs) : null,
    leftOut: budget.leftOut,
  };
}

function groupByJob(
  jobRuns: readonly Run[],
  list: (jobRun: Run) => unknown[],
): Map<string, unknown[]> {
  const entries = new Map<string, unknown[]>();
  for (const jobRun of jobRuns) {
    const { jobId = jobRun.id, jobAlias } = jobRun;
    const name = toText(jobAlias) ?? jobId;
    const ofJob = entries.get(name) ?? [];
    entries.set(name, ofJob);
    for (const entry of list(jobRun)) ofJob.push(entry);
  }
  return entries;
}

/** Returns the variables that fit into the budget, and reduces it. The last value of a name counts. */
function takeVariables(
  entries: readonly unknown[],
  passwords: ReadonlySet<unknown>,
  budget: Budget,
): Variables {
  const values = new Map<string, string | null>();
  for (const { key, value } of entries.map(toObject)) {
    if (typeof key !== 'string') continue;
    values.delete(key);
    values.set(key, passwords.has(key) ? null : readValue(value));
  }
  const fitting = [...values].filter(([name, value]) => {
    if (!admitName(name, 1, budget)) return false;
    const characters = name.length + (value?.length ?? 0);
    const fits = budget.variables > 0 && characters <= budget.characters;
    budget.variables -= Number(fits);
    budget.characters -= fits ? characters : 0;
    budget.leftOut += Number(!fits);
    return fits;
  });
  return Object.fromEntries(fitting);
}

/** Returns false for `__proto__`, which is not a safe name for a field, and counts its variables as left out. */
function admitName(name: string, variables: number, budget: Budget): boolean {
  if (name !== '__proto__') return true;
  budget.leftOut += variables;
  return false;
}

function listOutputs({ executionVariablesOutput }: Run): unknown[] {
  return toList(executionVariablesOutput);
}

/** Lists the variables of the environment, then those of earlier jobs, then those of the direct parent. The last value counts. */
function listInputs({ executionGlobalVariablesInput, executionVariablesInput }: Run): unknown[] {
  const rank = ({ isGlobalVariables, isDirectParent }: Record<string, unknown>) =>
    isGlobalVariables === true ? 0 : isDirectParent === true ? 2 : 1;
  const fromJobs = toList(executionVariablesInput).map(toObject);
  fromJobs.sort((a, b) => rank(a) - rank(b));
  const lists = [
    executionGlobalVariablesInput,
    ...fromJobs.map(({ executionVariables }) => executionVariables),
  ];
  return lists.flatMap(toList);
}

function readValue(value: unknown): string | null {
  return typeof value === 'string' ? value : (toText(value) ?? null);
}
