import type { LogLine } from './script';

export type LogStream = LogLine['stream'];

/** A line of a log; the index counts from 0 over all streams. */
export interface LogRecord extends LogLine {
  index: number;
  /** When it was written, epoch milliseconds. */
  recordAt: number;
}

interface Writer {
  logLines: LogLine[];
  /** Epoch milliseconds; null: nothing was written. */
  startedAt: number | null;
  endedAt: number | null;
  /** Over which the lines are spread evenly; null: one line a second. */
  durationSeconds: number | null;
}

export interface LogPage {
  limit?: number | null;
  skip?: number | null;
  streams?: readonly (LogStream | null)[] | null;
}

/** The lines that have been written at a moment: a pure function of the writer's times. */
export function writtenLines(
  { logLines, startedAt, endedAt, durationSeconds }: Writer,
  now: number,
): LogRecord[] {
  if (startedAt === null) return [];
  const until = Math.min(now, endedAt ?? now);
  const spacing = durationSeconds === null ? 1000 : (durationSeconds * 1000) / logLines.length;
  return logLines
    .map((line, index) => ({ ...line, index, recordAt: startedAt + index * spacing }))
    .filter(({ recordAt }) => recordAt <= until);
}

/** The lines of the asked streams (none given: of every stream), a page of them. */
export function pageOf(lines: LogRecord[], { limit, skip, streams }: LogPage): LogRecord[] {
  const wanted = lines.filter(
    ({ stream }) => !streams || streams.length === 0 || streams.includes(stream),
  );
  const from = skip ?? 0;
  return wanted.slice(from, limit === null || limit === undefined ? undefined : from + limit);
}
