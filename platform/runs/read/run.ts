import { toObject, toText, isObject, readWholeNumber } from '../../common/text/values';
import { UnexpectedResponseError } from '../../common/errors/errors';
import { hasSucceeded } from './outcome';
import { parseTimeMs, formatTime } from './times';

interface CurrentStatus {
  status: string;
  statusDetails?: string;
  statusReason?: string;
}

/**
 * Reads the status from where the platform returns it: in `history.currentStatus`, in `status`, or, for a pipeline's run, in
 * the object `statusDetails`.
 */
export function readCurrentStatus(response: {
  status?: unknown;
  statusDetails?: unknown;
  history?: unknown;
}): CurrentStatus {
  const current = toObject(toObject(response.history).currentStatus);
  const inDetails = toObject(response.statusDetails);
  const details =
    toText(response.statusDetails) ?? toText(inDetails.details) ?? toText(current.details);
  const reason = toText(current.reason) ?? toText(inDetails.reason);
  return {
    status:
      toText(current.status) ?? toText(response.status) ?? toText(inDetails.status) ?? 'UNKNOWN',
    ...(details !== undefined && { statusDetails: details }),
    ...(reason !== undefined && { statusReason: reason }),
  };
}

interface RunTrigger {
  type?: string;
  author?: string;
}

/** Some platforms return only the type, as a text. */
function readTrigger(value: unknown): RunTrigger {
  const { triggerType, type, author } = toObject(value);
  const trigger = toText(value) ?? toText(triggerType) ?? toText(type);
  const name = toText(author);
  return {
    ...(trigger !== undefined && { type: trigger }),
    ...(name !== undefined && { author: name }),
  };
}

/** Fields that the platform does not return are omitted. */
export interface Run {
  id: string;
  /** The platform's word, for example `RUNNING`, or `UNKNOWN` if the platform returns no status. */
  status: string;
  /** Null while the run continues. */
  succeeded?: boolean | null;
  statusDetails?: string;
  /** The platform's word, for example `OUT_OF_MEMORY`. */
  statusReason?: string;
  /** Counts from 1 within the job or pipeline. */
  number?: number;
  jobId?: string;
  pipelineId?: string;
  jobName?: string;
  pipelineName?: string;
  projectId?: string;
  projectName?: string;
  /** The page of the run on the platform. For a pipeline's run, it is the page of the pipeline. */
  url?: string | null;
  /** The platform's word, for example `MANUAL_JOB` or `CRON_JOB`. */
  trigger?: string;
  /** Login of the user. */
  startedBy?: string;
  stoppedBy?: string;
  /** In the platform's format, usually ISO 8601. */
  startTime?: string | null;
  endTime?: string | null;
  /** Null if the start or the end is unknown. */
  durationSeconds?: number | null;
  [other: string]: unknown;
}

/**
 * Reads a run from a platform's response. In the result, the status is always in `status`.
 * @param path place of the run in the response, for the error
 * @param requestedId ID to use if the response has no ID
 * @throws UnexpectedResponseError if the response is not a run, or has no ID
 */
export function readRun(response: unknown, path: string, requestedId?: string): Run {
  if (!isObject(response)) throw noRunError(`The platform returned "${path}" without a run`);
  const { id, number, status, statusDetails, history, ...rest } = response;
  const {
    runTrigger,
    stopTrigger,
    startTime,
    endTime,
    jobsInstance,
    conditionsInstance,
    ...others
  } = rest;
  const runId = toText(id) ?? requestedId;
  if (runId === undefined)
    throw noRunError(`The platform returned "${path}" with a run that has no ID`);
  const wholeNumber = readWholeNumber(number);
  const started = readTrigger(runTrigger);
  const stopped = readTrigger(stopTrigger);
  const { status: currentStatus, ...explanation } = readCurrentStatus({
    status,
    statusDetails,
    history,
  });
  return {
    id: runId,
    status: currentStatus,
    succeeded: hasSucceeded({ status: currentStatus, endTime }),
    ...explanation,
    ...(wholeNumber !== undefined && { number: wholeNumber }),
    ...readTimes(startTime, endTime),
    ...(started.type !== undefined && { trigger: started.type }),
    ...(started.author !== undefined && { startedBy: started.author }),
    ...(stopped.author !== undefined && { stoppedBy: stopped.author }),
    ...others,
    ...(Array.isArray(jobsInstance) && {
      jobsInstance: jobsInstance.filter(isRun).map((run) => readRun(run, `${path}.jobsInstance`)),
    }),
    ...(Array.isArray(conditionsInstance) && {
      conditionsInstance: conditionsInstance.filter(isObject).map(readCondition),
    }),
  };
}

function readCondition({ history, startTime, endTime, ...others }: Record<string, unknown>) {
  return {
    ...others,
    ...(isObject(history) && readCurrentStatus({ history })),
    ...(startTime !== undefined && { startTime: formatTime(startTime) }),
    ...(endTime !== undefined && { endTime: formatTime(endTime) }),
  };
}

function readTimes(startTime: unknown, endTime: unknown): Partial<Run> {
  if (startTime === undefined && endTime === undefined) return {};
  const [start = NaN, end = NaN] = [parseTimeMs(startTime), parseTimeMs(endTime)];
  return {
    startTime: formatTime(startTime),
    endTime: formatTime(endTime),
    // A placeholder for a missing end time is before the start.
    durationSeconds: end >= start ? (end - start) / 1000 : null,
  };
}

/** Checks only that the value has an ID. */
export function isRun(value: unknown): boolean {
  return isObject(value) && toText(value.id) !== undefined;
}

function noRunError(message: string): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: 'Check the ID. The run may have been deleted.',
    code: 'NOT_FOUND',
  });
}
