import { bound } from '../bound';
import type { GraphqlEndpoint } from '../graphql/endpoint';
import { prepareDeleteRuns } from './deleteRuns';
import { RunFailedError, RunTimeoutError } from './failure';
import { explainingLog, explainingLogs } from './failureLog';
import { getRun } from './getRun';
import type { RunKind } from './kinds';
import { hasNotRunSince, lastRunIn, lastRuns, requireLastRuns } from './lastRuns';
import { listRuns, MOST_RUNS } from './listRuns';
import { readLog } from './logs';
import { parentNames } from './parentNames';
import { RunStart, type StartOptions } from './startRun';
import { lookAtJobs, requireRunQuery, startsOf } from './startsOfJobs';
import { stopRun } from './stopRun';
import { RunWatcher } from './waiting';

/** The runs of jobs, or those of pipelines. */
export function runsClient(endpoint: GraphqlEndpoint, kind: RunKind) {
  return {
    ...bound(
      {
        list: listRuns,
        get: getRun,
        stop: stopRun,
        prepareDelete: prepareDeleteRuns,
        explainingLog,
        explainingLogs,
        parentNames,
        requireQuery: requireRunQuery,
        lookAtJobs,
        lastRuns,
        requireLastRuns,
        startsOf,
      },
      endpoint,
      kind,
    ),
    ...bound({ readLog, start }, endpoint),
    mostListed: MOST_RUNS,
    hasNotRunSince,
    lastRunIn,
    newStart: (parentId: string) => new RunStart(kind, parentId),
    newWatcher: (options: ConstructorParameters<typeof RunWatcher>[2]) =>
      new RunWatcher(endpoint, kind, options),
    failed: (...[run, log]: AfterKind<typeof RunFailedError>) => new RunFailedError(kind, run, log),
    timedOut: (...given: AfterKind<typeof RunTimeoutError>) => new RunTimeoutError(kind, ...given),
  };
}

export type Runs = ReturnType<typeof runsClient>;

type AfterKind<Failure extends new (kind: RunKind, ...given: never[]) => Error> =
  ConstructorParameters<Failure> extends [RunKind, ...infer Rest] ? Rest : never;

/** The run that a start begins, also after a cancel; see `RunStart`. */
async function start(endpoint: GraphqlEndpoint, begun: RunStart, options: StartOptions) {
  return await begun.outcome(endpoint, options);
}
