import type { GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import type { PlatformError } from '../../common/errors/errors';
import { requireResultField } from '../../graphql/schema/rootFields';
import { selectPresent, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { toList, toObject, toText } from '../../common/text/values';
import { JOB_RUNS, type RunKind } from '../kinds';
import { readEach } from './readRuns';
import { readBeside } from './readBeside';
import { readRun, type Run } from './run';

const VARIABLE = 'key value isPassword';
const VARIABLES = `executionVariablesOutput { ${VARIABLE} } executionGlobalVariablesInput { ${VARIABLE} }
  executionVariablesInput { isDirectParent isGlobalVariables executionVariables { ${VARIABLE} } }`;
const OF_JOB_RUN = writtenFields(VARIABLES);
const OF_PIPELINE_RUN = writtenFields(`jobsInstance { id jobId jobAlias ${VARIABLES} }`);

/** By name; the value of a password is null. */
type Variables = Record<string, string | null>;
/** A pipeline's run has the variables of each job by its alias, or by its ID if it has no alias. */
type VariablesOfRun = Variables | Record<string, Variables>;

export interface RunVariables {
  variables: VariablesOfRun;
  /** Null if the platform does not return them. */
  inputVariables: VariablesOfRun | null;
  /** Number of variables that are too many or too large, or are named `__proto__`. */
  leftOut: number;
}

export type VariablesRead = RunVariables | { failure: PlatformError };

/** Of one run, with all its jobs. */
const MAX_VARIABLES = 1_000;
/** Names and values together. A value that does not fit is left out, not cut. */
const MAX_CHARACTERS = 100_000;

/** Returns a failure, except CancelledError, which is thrown. */
export async function readRunVariables(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<VariablesRead> {
  const select = kind === JOB_RUNS ? selectOfJobRun : selectOfPipelineRun;
  const runs = { query: kind.runQuery, what: 'run', select, read: readRun };
  const reads = async (limits: CallOptions) => await readEach(endpoint, runs, [runId], limits);
  const hint = 'Read them later with "Get" and "Include Variables".';
  const found = await readBeside(endpoint, reads, hint, options);
  const read = 'failure' in found ? found : found.get(runId);
  if (!read) throw new TypeError('The platform returned no run');
  return 'run' in read ? toRunVariables(kind, read.run) : read;
}

function selectOfJobRun(schema: GraphQLSchema, type: GraphQLOutputType): readonly SelectionNode[] {
  requireResultField({ field: { type } }, 'executionVariablesOutput');
  return selectPresent(schema, type, OF_JOB_RUN);
}

function selectOfPipelineRun(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
): readonly SelectionNode[] {
  const field = requireResultField({ field: { type } }, 'jobsInstance');
  requireResultField({ field }, 'executionVariablesOutput');
  return selectPresent(schema, type, OF_PIPELINE_RUN);
}

/** The space that is left, and the number of variables that did not fit. */
interface Budget {
  variables: number;
  characters: number;
  leftOut: number;
}

export function toRunVariables({ noun }: RunKind, run: Run): RunVariables {
  const jobRuns = noun === 'job' ? [run] : (toList(run.jobsInstance) as Run[]);
  const all = jobRuns.flatMap((one) => [...outputs(one), ...inputs(one)]).map(toObject);
  // A job may pass its password on to the next, so a name that is a password once is one everywhere.
  const passwords = new Set(
    all.filter(({ isPassword }) => isPassword !== false).map(({ key }) => key),
  );
  const budget = { variables: MAX_VARIABLES, characters: MAX_CHARACTERS, leftOut: 0 };
  const hasInputs = jobRuns.some(
    ({ executionVariablesInput: one, executionGlobalVariablesInput: other }) => one ?? other,
  );
  const read = (list: (jobRun: Run) => unknown[]) => {
    if (noun === 'job') return takeVariables(list(run), passwords, budget);
    const byJob = [...entriesByJob(jobRuns, list)];
    const fitting = byJob.filter(([name, { length }]) => canBeField(name, length, budget));
    return Object.fromEntries(
      fitting.map(([name, entries]) => [name, takeVariables(entries, passwords, budget)]),
    );
  };
  const variables = read(outputs);
  return { variables, inputVariables: hasInputs ? read(inputs) : null, leftOut: budget.leftOut };
}

function entriesByJob(
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

/** Builds an object as far as the budget allows. The last value of a name counts. */
function takeVariables(
  entries: readonly unknown[],
  passwords: ReadonlySet<unknown>,
  budget: Budget,
): Variables {
  const values = new Map<string, string | null>();
  for (const { key, value } of entries.map(toObject)) {
    if (typeof key !== 'string') continue;
    values.delete(key);
    values.set(key, passwords.has(key) ? null : valueOf(value));
  }
  const fitting = [...values].filter(([name, value]) => {
    if (!canBeField(name, 1, budget)) return false;
    const characters = name.length + (value?.length ?? 0);
    const fits = budget.variables > 0 && characters <= budget.characters;
    budget.variables -= Number(fits);
    budget.characters -= fits ? characters : 0;
    budget.leftOut += Number(!fits);
    return fits;
  });
  return Object.fromEntries(fitting);
}

/** @param variables number of variables that are left out with this name */
function canBeField(name: string, variables: number, budget: Budget): boolean {
  if (name !== '__proto__') return true;
  budget.leftOut += variables;
  return false;
}

function outputs({ executionVariablesOutput }: Run): unknown[] {
  return toList(executionVariablesOutput);
}

/** Lists the variables of the environment, then those of earlier jobs, the direct parent last: the last value counts. */
function inputs({ executionGlobalVariablesInput, executionVariablesInput }: Run): unknown[] {
  const rank = ({ isGlobalVariables, isDirectParent }: Record<string, unknown>) =>
    isGlobalVariables === true ? 0 : isDirectParent === true ? 2 : 1;
  const fromJobs = toList(executionVariablesInput).map(toObject);
  fromJobs.sort((a, b) => rank(a) - rank(b));
  const lists = [executionGlobalVariablesInput, ...fromJobs.map((one) => one.executionVariables)];
  return lists.flatMap(toList);
}

function valueOf(value: unknown): string | null {
  return typeof value === 'string' ? value : (toText(value) ?? null);
}
