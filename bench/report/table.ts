import type { Sample } from '../measure/sample';
import { SIDES, type Goal, type SideName, type Task } from '../tasks/task';
import { goalsOf, isReached, mediansOf, type TaskResult } from './results';

const BLANK = '–';

interface Column {
  title: string;
  show(sample: Sample, ours: Sample | undefined): string;
}

/** The columns of every table of measures. */
export const COLUMNS: Column[] = [
  { title: 'Time (s)', show: ({ seconds }) => significant(seconds) },
  {
    title: 'Time, ours = 1',
    show: ({ seconds }, ours) => (ours ? significant(seconds / ours.seconds) : BLANK),
  },
  { title: 'CPU (s)', show: ({ cpuSeconds }) => significant(cpuSeconds) },
  { title: 'Memory (MiB)', show: ({ grownMiB }) => String(Math.round(grownMiB)) },
  { title: 'Requests', show: ({ requests }) => String(requests) },
  { title: 'Connections', show: ({ connections }) => String(connections) },
  { title: 'Logins', show: ({ logins }) => String(logins) },
  { title: 'Uploads', show: ({ uploads }) => String(uploads) },
];

/** One row a side: its name, then what the columns show. */
export function rowsOf(result: TaskResult, latencyMs: number): string[][] {
  const medians = mediansOf(result, latencyMs);
  return (Object.keys(SIDES) as SideName[]).flatMap((side) => {
    const sample = medians[side];
    return sample ? [[SIDES[side], ...COLUMNS.map(({ show }) => show(sample, medians.ours))]] : [];
  });
}

/** One row a goal: what was wanted, at which latency, what it came to, and whether that is enough. */
export function goalRows(result: TaskResult): string[][] {
  return goalsOf(result).map((goal) => {
    const value = goal.value(mediansOf(result, goal.latencyMs));
    return [goal.text, `${goal.latencyMs} ms`, significant(value), verdict(goal, value)];
  });
}

function verdict(goal: Goal, value: number): string {
  // The side to compare with may have been left out.
  if (Number.isNaN(value)) return BLANK;
  return isReached(goal, value) ? 'yes' : 'no';
}

export function missedGoals(results: TaskResult[]): string[] {
  return results.flatMap((result) =>
    goalRows(result)
      .filter(([, , , reached]) => reached === 'no')
      .map(([text, latency, value]) => `${result.task} at ${latency}: ${text} (${value})`),
  );
}

export function printTask({ latenciesMs }: Task, result: TaskResult): void {
  for (const latencyMs of latenciesMs) {
    console.log(`\n  Latency ${latencyMs} ms, medians of ${result.rounds}`);
    printRows([['', ...COLUMNS.map(({ title }) => title)], ...rowsOf(result, latencyMs)]);
  }
  console.log('');
  printRows([['Goal', 'Latency', 'Measured', 'Reached'], ...goalRows(result)]);
}

function printRows(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(`  ${cells.join('  ')}`);
  }
}

/** Three figures that mean something. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return BLANK;
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
