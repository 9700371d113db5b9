import { fieldsOf, textOf, isObject, readWholeNumber } from '../../common/text/values';
import { UnexpectedResponseError } from '../../common/errors/errors';
import { hasSucceeded } from './outcome';
import { timeMs, timeText } from './times';

/** The status of a run with its explanation. */
interface CurrentStatus {
  status: string;
  statusDetails?: string;
  statusReason?: string;
}

/**
 * The status of a run from wherever its platform returns it: in `history.currentStatus`, in `status`, or, for a
 * pipeline's run, beside the details in the object `statusDetails`.
 */
export function currentStatusOf(response: {
  status?: unknown;
  statusDetails?: unknown;
  history?: unknown;
}): CurrentStatus {
  const current = fieldsOf(fieldsOf(response.history).currentStatus);
  const told = fieldsOf(response.statusDetails);
  const details = textOf(response.statusDetails) ?? textOf(told.details) ?? textOf(current.details);
  const reason = textOf(current.reason) ?? textOf(told.reason);
  return {
    status: textOf(current.status) ?? textOf(response.status) ?? textOf(told.status) ?? 'UNKNOWN',
    ...(details !== undefined && { statusDetails: details }),
    ...(reason !== undefined && { statusReason: reason }),
  };
}

/** The cause of a start or stop. */
interface RunTrigger {
  /** In the platform's words, as MANUAL_JOB or CRON_PIPELINE. */
  type?: string;
  /** The login of the user who did it. */
  author?: string;
}

/** Reads the trigger of a run: an object with `triggerType` and `author`, or only the type as a text. */
function readTrigger(value: unknown): RunTrigger {
  const { triggerType, type, author } = fieldsOf(value);
  const told = textOf(value) ?? textOf(triggerType) ?? textOf(type);
  const name = textOf(author);
  return { ...(told !== undefined && { type: told }), ...(name !== undefined && { author: name }) };
}

/** A run of a job or pipeline. Fields that the platform does not return are omitted. */
export interface Run {
  id: string;
  /** In the platform's words, such as `RUNNING` or `SUCCEEDED`; `UNKNOWN` if it returns none. */
  status: string;
  /** Null while it continues; false for a run that failed, was stopped or was skipped. */
  succeeded?: boolean | null;
  /** The platform's explanation of the status. */
  statusDetails?: string;
  /** Why the run has this status, in the platform's words, as `OUT_OF_MEMORY`. */
  statusReason?: string;
  /** Counts from 1 within the job or pipeline. */
  number?: number;
  jobId?: string;
  pipelineId?: string;
  jobName?: string;
  pipelineName?: string;
  projectId?: string;
  projectName?: string;
  /** Its page; of a pipeline's run that of the pipeline. */
  url?: string | null;
  /** The cause of its start, in the platform's words, such as `MANUAL_JOB` or `CRON_JOB`. */
  trigger?: string;
  /** Logins. */
  startedBy?: string;
  stoppedBy?: string;
  /** In the platform's format, mostly ISO 8601. */
  startTime?: string | null;
  endTime?: string | null;
  /** From start to end; null while it has not ended. */
  durationSeconds?: number | null;
  [other: string]: unknown;
}

/**
 * Makes one flat object of what a platform returns about a run, in any format: the status is in `status` wherever
 * it came from.
 * @param knownId of the run, for a response that may not repeat it
 * @throws UnexpectedResponseError for a response that is no run
 */
export function readRun(response: unknown, name: string, knownId?: string): Run {
  if (!isObject(response)) throw noRun(`The platform returned "${name}" without a run`);
  const { id, number, status, statusDetails, history, ...ending } = response;
  const {
    runTrigger,
    stopTrigger,
    startTime,
    endTime,
    jobsInstance,
    conditionsInstance,
    ...others
  } = ending;
  const runId = textOf(id) ?? knownId;
  if (runId === undefined) throw noRun(`The platform returned "${name}" with a run that has no ID`);
  const wholeNumber = readWholeNumber(number);
  const started = readTrigger(runTrigger);
  const stopped = readTrigger(stopTrigger);
  const { status: currentStatus, ...explanation } = currentStatusOf({
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
    ...times(startTime, endTime),
    ...(started.type !== undefined && { trigger: started.type }),
    ...(started.author !== undefined && { startedBy: started.author }),
    ...(stopped.author !== undefined && { stoppedBy: stopped.author }),
    ...others,
    ...(Array.isArray(jobsInstance) && {
      jobsInstance: jobsInstance.filter(isRun).map((run) => readRun(run, `${name}.jobsInstance`)),
    }),
    ...(Array.isArray(conditionsInstance) && {
      conditionsInstance: conditionsInstance.filter(isObject).map(readCondition),
    }),
  };
}

/** Reads a condition of a pipeline's run: its status is flat, as that of a run. */
function readCondition({ history, startTime, endTime, ...others }: Record<string, unknown>) {
  return {
    ...others,
    ...(isObject(history) && currentStatusOf({ history })),
    ...(startTime !== undefined && { startTime: timeText(startTime) }),
    ...(endTime !== undefined && { endTime: timeText(endTime) }),
  };
}

function times(startTime: unknown, endTime: unknown): Partial<Run> {
  if (startTime === undefined && endTime === undefined) return {};
  const [start, end] = [timeMs(startTime), timeMs(endTime)];
  return {
    startTime: timeText(startTime),
    endTime: timeText(endTime),
    durationSeconds: start === undefined || end === undefined ? null : (end - start) / 1000,
  };
}

/** Whether a response is a run; its other fields may be odd. */
export function isRun(value: unknown): boolean {
  return isObject(value) && textOf(value.id) !== undefined;
}

function noRun(message: string): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: 'Check the ID. The run may have been deleted.',
    code: 'NOT_FOUND',
  });
}
