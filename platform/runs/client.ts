import { bound } from '../bound';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { prepareDeleteRuns } from './change/deleteRuns';
import { RunFailedError, RunTimeoutError } from './wait/failure';
import { readFailureLog, readFailureLogs } from './logs/failureLog';
import { getRun, requireRunQuery } from './read/getRun';
import type { RunKind } from './kinds';
import { hasNotRunSince, lastRunIn, lastRuns, requireLastRuns } from './read/lastRuns';
import { listRuns, MOST_RUNS } from './read/listRuns';
import { readLog } from './logs/logs';
import { parentNames } from './read/parentNames';
import { RunStart, type RunStartOptions } from './start/runStart';
import { getRunsUnderWay, startRegisterOf } from './start/startRegister';
import { stopRun } from './change/stopRun';
import { RunWaiter } from './wait/runWaiter';

/** The runs of jobs, or those of pipelines. */
export function runsClient(endpoint: GraphqlEndpoint, kind: RunKind) {
  return {
    ...bound(
      {
        list: listRuns,
        get: getRun,
        stop: stopRun,
        prepareDelete: prepareDeleteRuns,
        readFailureLog,
        readFailureLogs,
        parentNames,
        requireQuery: requireRunQuery,
        getRunsUnderWay,
        lastRuns,
        requireLastRuns,
        startRegisterOf,
      },
      endpoint,
      kind,
    ),
    ...bound({ readLog, start }, endpoint),
    mostListed: MOST_RUNS,
    hasNotRunSince,
    lastRunIn,
    newStart: (parentId: string) => new RunStart(kind, parentId),
    newWaiter: (options: ConstructorParameters<typeof RunWaiter>[2]) =>
      new RunWaiter(endpoint, kind, options),
    failed: (...[run, log]: AfterKind<typeof RunFailedError>) => new RunFailedError(kind, run, log),
    timedOut: (...given: AfterKind<typeof RunTimeoutError>) => new RunTimeoutError(kind, ...given),
  };
}

export type Runs = ReturnType<typeof runsClient>;

type AfterKind<Failure extends new (kind: RunKind, ...given: never[]) => Error> =
  ConstructorParameters<Failure> extends [RunKind, ...infer Rest] ? Rest : never;

/** The run that a start begins, also after a cancel; see `RunStart`. */
async function start(endpoint: GraphqlEndpoint, runStart: RunStart, options: RunStartOptions) {
  return await runStart.outcome(endpoint, options);
}
