import { readRun } from '../read/run';
import { timeMs } from '../read/times';
import { entriesOf, fieldsOf } from '../../text/values';

/** What a platform records of a run, as far as it tells runs of one job apart. */
export interface RecordedRun {
  id: string;
  status: string;
  /** Counts from 1 within the job or pipeline. */
  number?: number;
  startTime?: string | null;
  /** When its statuses were recorded, by the records' own clock: epoch milliseconds, oldest first. */
  recordsMs: number[];
  /** What started it, as `MANUAL_JOB` or `CRON_JOB`. */
  trigger?: string;
  /** The login that started it. */
  startedBy?: string;
  isPartOfPipeline: boolean;
}

/** @throws UnexpectedResponseError for what is no run */
export function readRecordedRun(response: unknown): RecordedRun {
  const { id, status, number, startTime, trigger, startedBy } = readRun(response, 'instances');
  const told = fieldsOf(response);
  const { statuses, currentStatus } = fieldsOf(told.history);
  const records = [...entriesOf(statuses), currentStatus, told.statusDetails];
  const recordsMs = [
    ...records.map((record) => fieldsOf(record).recordAt),
    told.startTime,
    told.endTime,
  ]
    .map(timeMs)
    .filter((time) => time !== undefined)
    .sort((a, b) => a - b);
  const isPartOfPipeline = Boolean(told.pipelineInstanceId);
  return { id, status, number, startTime, recordsMs, trigger, startedBy, isPartOfPipeline };
}
