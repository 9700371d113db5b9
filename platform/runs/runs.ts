import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { WantedLines } from '../logs/logPart';
import { prepareDeleteRuns, type RunsToDelete } from './change/deleteRuns';
import { stopRun } from './change/stopRun';
import type { RunKind } from './kinds';
import { readFailureLog } from './logs/failureLog';
import { readLog } from './logs/logs';
import { hasNotRunSince, lastRunIn, lastRuns } from './read/lastRuns';
import { listRuns, MAX_RUNS, type RunFilter } from './read/listRuns';
import type { FinalStatuses } from './read/outcome';
import { parentNames } from './read/parentNames';
import { getRun, requireRunQuery } from './read/readRuns';
import type { Run } from './read/run';
import { readRunVariables } from './read/variables';
import { JobStarts, readRunsBeforeStart } from './start/jobStarts';
import { RunStart } from './start/runStart';
import { RunFailedError, RunTimeoutError } from './wait/failure';
import { RunWaiter, type WaiterOptions } from './wait/runWaiter';

/** The runs of jobs, or those of pipelines. Each method is described at the function that it calls. */
export class Runs {
  readonly mostListed = MAX_RUNS;
  readonly hasNotRunSince = hasNotRunSince;
  readonly lastRunIn = lastRunIn;

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
  ) {}

  async list(parentId: string, limit: number, options?: CallOptions, filter?: RunFilter) {
    return await listRuns(this.endpoint, this.kind, parentId, limit, options, filter);
  }

  async get(runId: string, options?: CallOptions) {
    return await getRun(this.endpoint, this.kind, runId, options);
  }

  async lastRuns(parentIds: readonly string[], options?: CallOptions) {
    return await lastRuns(this.endpoint, this.kind, parentIds, options);
  }

  async requireQuery(options?: CallOptions) {
    await requireRunQuery(this.endpoint, this.kind, options);
  }

  async readBeforeStart(parentIds: readonly string[], newest: number, options?: CallOptions) {
    return await readRunsBeforeStart(this.endpoint, this.kind, parentIds, newest, options);
  }

  async parentNames(parentId: string, options?: CallOptions) {
    return await parentNames(this.endpoint, this.kind, parentId, options);
  }

  async readLog(
    runId: string,
    wanted: WantedLines & { streams?: readonly string[] },
    options?: CallOptions,
  ) {
    return await readLog(this.endpoint, runId, wanted, options);
  }

  async readFailureLog(
    run: Run,
    limit: number,
    options?: CallOptions & { finalStatuses?: FinalStatuses },
  ) {
    return await readFailureLog(this.endpoint, this.kind, run, limit, options);
  }

  async readVariables(runId: string, options?: CallOptions) {
    return await readRunVariables(this.endpoint, this.kind, runId, options);
  }

  jobStarts(parentId: string) {
    return JobStarts.of(this.endpoint, this.kind, parentId);
  }

  newStart(parentId: string) {
    return new RunStart(this.endpoint, this.kind, parentId);
  }

  newWaiter(options: WaiterOptions) {
    return new RunWaiter(this.endpoint, this.kind, options);
  }

  failed(...details: AfterKind<typeof RunFailedError>) {
    return new RunFailedError(this.kind, ...details);
  }

  timedOut(...details: AfterKind<typeof RunTimeoutError>) {
    return new RunTimeoutError(this.kind, ...details);
  }

  async stop(runId: string, options?: CallOptions, mayHaveBeenMade?: boolean) {
    return await stopRun(this.endpoint, this.kind, runId, options, mayHaveBeenMade);
  }

  async prepareDelete(
    parentId: string,
    which: RunsToDelete,
    isRehearsal: boolean,
    options?: CallOptions,
  ) {
    const { endpoint, kind } = this;
    return await prepareDeleteRuns(endpoint, kind, parentId, which, isRehearsal, options);
  }
}

type AfterKind<Failure extends new (kind: RunKind, ...details: never[]) => Error> =
  ConstructorParameters<Failure> extends [RunKind, ...infer Details] ? Details : never;
