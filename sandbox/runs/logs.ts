import type { LogLine } from './script';

export type LogStream = LogLine['stream'];

export interface LogRecord extends LogLine {
  /** Counts from 0 over all streams. */
  index: number;
  /** Epoch milliseconds. */
  recordAt: number;
}

interface Writer {
  logLines: LogLine[];
  /** Epoch milliseconds; null: nothing is written. */
  startedAt: number | null;
  endedAt: number | null;
  /** The lines are spread evenly over it; null: one line per second. */
  durationSeconds: number | null;
}

export interface LogPage {
  limit?: number | null;
  skip?: number | null;
  streams?: readonly (LogStream | null)[] | null;
}

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

/** Without streams, it is a page of the lines of all streams. */
export function pageOf(lines: LogRecord[], { limit, skip, streams }: LogPage): LogRecord[] {
  const wanted = lines.filter(
    ({ stream }) => !streams || streams.length === 0 || streams.includes(stream),
  );
  const from = skip ?? 0;
  return wanted.slice(from, limit === null || limit === undefined ? undefined : from + limit);
}
