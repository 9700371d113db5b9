import type { GraphQLSchema } from 'graphql';
import { withSchema } from '../graphql/schema/bySchema';
import { requireRootField } from '../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { toObject } from '../common/text/values';
import { prepareDeleteRuns, type DeletionConditions } from './change/deleteRuns';
import { stopRun } from './change/stopRun';
import type { RunKind } from './kinds';
import { readFailureLog } from './logs/failureLog';
import { readLog, type WantedLog } from './logs/logs';
import { hasNotRunSince, readLastRun } from './read/lastRuns';
import { listRuns, MAX_RUNS, type RunFilter } from './read/listRuns';
import type { FinalStatuses } from './read/outcome';
import { loadParentNames } from './read/parentNames';
import { readParents } from './read/parents';
import { getRun } from './read/readRuns';
import type { Run } from './read/run';
import { selectShortRun } from './read/selection';
import { readRunVariables } from './read/variables';
import { JobStarts, readRunsBeforeStart } from './start/jobStarts';
import { RunStart } from './start/runStart';
import { RunWaiter } from './wait/runWaiter';

export class Runs {
  readonly maxListedRuns = MAX_RUNS;
  readonly hasNotRunSince = hasNotRunSince;
  readonly readLastRun = readLastRun;

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

  /** Reads the last runs, up to 100 in a request. The run is null for a job or pipeline that never ran or no longer exists. */
  async readLastRuns(parentIds: readonly string[], options?: CallOptions) {
    const selection = { ofRun: selectShortRun, newest: 1 };
    const wanted = { ids: parentIds };
    const parents = await readParents(this.endpoint, this.kind, wanted, selection, options);
    return new Map(parentIds.map((id) => [id, readLastRun(toObject(parents.get(id)).instances)]));
  }

  /** @throws PlatformError if the platform cannot return a run by its ID, which every wait needs */
  async requireReadById(options: CallOptions = {}) {
    const check = (schema: GraphQLSchema) => requireRootField(schema, 'query', this.kind.runQuery);
    await withSchema(this.endpoint, check, options);
  }

  async readBeforeStart(parentIds: readonly string[], newest: number, options?: CallOptions) {
    return await readRunsBeforeStart(this.endpoint, this.kind, parentIds, newest, options);
  }

  async loadParentNames(parentId: string, options?: CallOptions) {
    return await loadParentNames(this.endpoint, this.kind, parentId, options);
  }

  async readLog(runId: string, wanted: WantedLog, options?: CallOptions) {
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

  getJobStarts(parentId: string) {
    return JobStarts.of(this.endpoint, this.kind, parentId);
  }

  createStart(parentId: string) {
    return new RunStart(this.endpoint, this.kind, parentId);
  }

  createWaiter(options: CallOptions) {
    return new RunWaiter(this.endpoint, this.kind, options);
  }

  async stop(runId: string, options?: CallOptions, mayHaveBeenMade?: boolean) {
    return await stopRun(this.endpoint, this.kind, runId, options, mayHaveBeenMade);
  }

  async prepareDelete(
    parentId: string,
    conditions: DeletionConditions,
    dryRun: boolean,
    options?: CallOptions,
  ) {
    const { endpoint, kind } = this;
    return await prepareDeleteRuns(endpoint, kind, parentId, conditions, dryRun, options);
  }
}
