import type { LogLine, LogStream } from './script';

export interface LogRecord extends LogLine {
  /** Position among the lines of all streams, starting at 0. */
  index: number;
  /** Epoch milliseconds. */
  recordAt: number;
}

interface LogSource {
  logLines: LogLine[];
  /** Epoch milliseconds; null before the start, when there are no lines. */
  startedAt: number | null;
  endedAt: number | null;
  /** Time over which the lines are spread evenly; if null, one line is written per second. */
  durationSeconds: number | null;
}

export interface LogPage {
  limit?: number | null;
  skip?: number | null;
  streams?: readonly (LogStream | null)[] | null;
}

export function listWrittenLines(
  { logLines, startedAt, endedAt, durationSeconds }: LogSource,
  now: number,
): LogRecord[] {
  if (startedAt === null) return [];
  const until = Math.min(now, endedAt ?? now);
  const spacing = durationSeconds === null ? 1000 : (durationSeconds * 1000) / logLines.length;
  return logLines
    .map((line, index) => ({ ...line, index, recordAt: startedAt + index * spacing }))
    .filter(({ recordAt }) => recordAt <= until);
}

/** Returns a page of the lines of some streams. Without `streams`, it includes all streams. */
export function takeLogPage(lines: LogRecord[], { limit, skip, streams }: LogPage): LogRecord[] {
  const wanted = lines.filter(
    ({ stream }) => !streams || streams.length === 0 || streams.includes(stream),
  );
  const from = skip ?? 0;
  return wanted.slice(from, limit === null || limit === undefined ? undefined : from + limit);
}
