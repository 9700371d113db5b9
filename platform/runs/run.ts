import { UnexpectedAnswerError } from '../errors';

/** A run of a job or pipeline. What a platform's schema lacks is left out. */
export interface Run {
  id: string;
  /** In the platform's words, as `RUNNING` or `SUCCEEDED`; a later platform may have more of them. */
  status: string;
  /** The platform's explanation of the status. */
  statusDetails?: string;
  /** Counts from 1 within the job or pipeline. */
  number?: number;
  jobId?: string;
  pipelineId?: string;
  /** As the platform gives it, mostly ISO 8601. */
  startTime?: string | null;
  endTime?: string | null;
  /** From start to end; null while it has not ended. */
  durationSeconds?: number | null;
  [other: string]: unknown;
}

/** Makes one flat object of what a platform tells about a run: the status stands in `status` wherever it came from. */
export function readRun(answer: unknown, name: string): Run {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new UnexpectedAnswerError(`The platform answered "${name}" without a run`, {
      hint: 'Check the ID. The run may have been deleted.',
      reach: 'answered',
    });
  }
  const { id, status, statusDetails, history, startTime, endTime, jobsInstance, ...others } =
    answer as Record<string, unknown>;
  const current = currentStatusOf(history);
  const details = statusDetails ?? current?.details;
  return {
    id: String(id),
    status: String(current?.status ?? status),
    ...(details !== undefined && details !== null && { statusDetails: String(details) }),
    ...times(startTime, endTime),
    ...others,
    ...(Array.isArray(jobsInstance) && {
      jobsInstance: jobsInstance.map((run) => readRun(run, `${name}.jobsInstance`)),
    }),
  };
}

/** When the platform recorded the run first, epoch milliseconds; undefined where it does not tell. */
export function recordedAtMs(answer: {
  history?: unknown;
  startTime?: unknown;
}): number | undefined {
  const { statuses } = (answer.history ?? {}) as {
    statuses?: Array<{ recordAt?: unknown }> | null;
  };
  const records = [...(statuses ?? []).map(({ recordAt }) => recordAt), answer.startTime];
  const known = records.map(timeMs).filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Epoch milliseconds of a time that a platform gave; some add a zone in brackets to ISO 8601. */
export function timeMs(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return value;
  const text = String(value).replace(/\[[^\]]*\]$/, '');
  const ms = /^\d{12,}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

function currentStatusOf(history: unknown): { status?: unknown; details?: unknown } | undefined {
  return (history as { currentStatus?: { status?: unknown; details?: unknown } } | null | undefined)
    ?.currentStatus;
}

function times(startTime: unknown, endTime: unknown): Partial<Run> {
  if (startTime === undefined && endTime === undefined) return {};
  const [start, end] = [timeMs(startTime), timeMs(endTime)];
  return {
    startTime: (startTime ?? null) as string | null,
    endTime: (endTime ?? null) as string | null,
    durationSeconds: start === undefined || end === undefined ? null : (end - start) / 1000,
  };
}
