import { findTask } from '../tasks';
import {
  SIDE_NAMES,
  SIDES,
  type Case,
  type Goal,
  type Medians,
  type Sample,
  type SideName,
  type Task,
} from '../task';
import { median, type TaskResult } from './results';

export interface Table {
  caption?: string;
  head: string[];
  rows: string[][];
}

interface Column {
  title: string;
  show(sample: Sample, ours: Sample | undefined): string;
}

const COLUMNS: Column[] = [
  { title: 'Time (s)', show: ({ seconds }) => significant(seconds) },
  {
    title: 'Time, ours = 1',
    show: ({ seconds }, ours) => significant(seconds / (ours?.seconds ?? Number.NaN)),
  },
  { title: 'CPU (s)', show: ({ cpuSeconds }) => significant(cpuSeconds) },
  { title: 'Memory (MiB)', show: ({ grownMiB }) => significant(Math.round(grownMiB)) },
  { title: 'Requests', show: ({ requests }) => String(requests) },
  { title: 'Connections', show: ({ connections }) => String(connections) },
  { title: 'Logins', show: ({ logins }) => String(logins) },
  { title: 'Uploads', show: ({ uploads }) => String(uploads) },
];

/** Three figures that mean something. */
export function significant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** All figures of a task, one row a case and side, and its goals. */
export function tablesOf(result: TaskResult): Table[] {
  const task = findTask(result.task);
  const rounds = result.rounds === 1 ? 'One round' : `Medians of ${result.rounds} rounds`;
  const latency = task.unit === undefined ? '' : `, ${result.cases[0]?.latencyMs} ms latency`;
  const rows = result.cases.flatMap((one) =>
    samplesIn(one.medians).map(([side, sample]) => [
      caseName(task, one),
      SIDES[side],
      ...COLUMNS.map(({ show }) => show(sample, one.medians.ours)),
    ]),
  );
  const first = task.unit === undefined ? 'Latency' : 'Size';
  const head = [first, 'Side', ...COLUMNS.map(({ title }) => title)];
  return [{ caption: `${rounds}${latency}:`, head, rows }, goalsTable(result)];
}

export function caseName({ unit }: Task, { latencyMs, amount }: Case): string {
  return unit === undefined ? `${latencyMs} ms` : `${amount.toLocaleString('en')} ${unit}`;
}

function samplesIn(medians: Medians): Array<[SideName, Sample]> {
  return SIDE_NAMES.flatMap((side): Array<[SideName, Sample]> => {
    const sample = medians[side];
    return sample ? [[side, sample]] : [];
  });
}

/** One row a goal: what was wanted, what it came to, and whether that is enough. */
function goalsTable({ task, cases }: TaskResult): Table {
  const rows = findTask(task).goals.map((goal) => {
    const values = [goal.value(cases)].flat();
    return [goal.text, range(values), verdict(goal, values)];
  });
  return { head: ['Goal', 'Measured', 'Reached'], rows };
}

function range(values: number[]): string {
  const middle = significant(median(values));
  if (values.length === 1) return middle;
  const [least, most] = [Math.min(...values), Math.max(...values)].map(significant);
  return `${least} to ${most}, median ${middle}`;
}

function verdict({ min = -Infinity, max = Infinity }: Goal, values: number[]): string {
  // The side to compare with may have been left out.
  if (values.some(Number.isNaN)) return '–';
  return values.every((value) => value >= min && value <= max) ? 'yes' : 'no';
}

export function missedGoals(results: TaskResult[]): string[] {
  return results.flatMap((result) =>
    goalsTable(result)
      .rows.filter(([, , reached]) => reached === 'no')
      .map(([text, value]) => `${findTask(result.task).title}: ${text} (measured: ${value})`),
  );
}

export function printResult(result: TaskResult): void {
  for (const { caption = '', head, rows } of tablesOf(result)) {
    console.log(`\n  ${caption}`);
    const widths = head.map((_cell, column) =>
      Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
    );
    for (const row of [head, ...rows]) {
      const cells = row.map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      });
      console.log(`  ${cells.join('  ')}`);
    }
  }
}
