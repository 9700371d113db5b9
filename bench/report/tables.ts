import { findTask } from '../tasks';
import { SIDE_NAMES, SIDES, type Goal, type Medians, type Sample, type SideName } from '../task';
import { GROWING, growthOf, type GrowingMeasure } from './growth';
import { BLANK, median, significant, whole } from './numbers';
import { mediansAt, roundsAt, type CaseResult, type TaskResult } from './results';

export interface Table {
  caption?: string;
  head: string[];
  rows: string[][];
}

interface Column {
  title: string;
  show(sample: Sample, ours: Sample | undefined): string;
}

/** Of every table of measures. */
const COLUMNS: Column[] = [
  { title: 'Time (s)', show: ({ seconds }) => significant(seconds) },
  {
    title: 'Time, ours = 1',
    show: ({ seconds }, ours) => (ours ? significant(seconds / ours.seconds) : BLANK),
  },
  { title: 'CPU (s)', show: ({ cpuSeconds }) => significant(cpuSeconds) },
  { title: 'Memory (MiB)', show: ({ grownMiB }) => whole(grownMiB) },
  { title: 'Requests', show: ({ requests }) => String(requests) },
  { title: 'Connections', show: ({ connections }) => String(connections) },
  { title: 'Logins', show: ({ logins }) => String(logins) },
  { title: 'Uploads', show: ({ uploads }) => String(uploads) },
];

interface GrowthColumn {
  title: string;
  show(amount: number): string;
}

const GROWTH_COLUMNS: Record<GrowingMeasure, GrowthColumn> = {
  seconds: { title: 'Time (s)', show: significant },
  cpuSeconds: { title: 'CPU (s)', show: significant },
  requests: { title: 'Requests', show: whole },
  grownMiB: { title: 'Memory (MiB)', show: whole },
};
const GROWING_MEASURES = Object.keys(GROWING) as GrowingMeasure[];

/** What each piece of the work may take at the largest size, if it took 1 at the middle one. */
const MAX_GROWTH = 1.5;

/** All figures of a task. */
export function tablesOf(result: TaskResult): Table[] {
  const { unit } = findTask(result.task);
  if (unit !== undefined) return [growthTable(result, unit)];
  return [...result.cases.map((one) => caseTable(one, result)), goalsTable(result)];
}

/** One row a side. */
function caseTable({ latencyMs, medians }: CaseResult, { rounds }: TaskResult): Table {
  return {
    caption: `Latency ${latencyMs} ms, medians of ${rounds} rounds:`,
    head: ['', ...COLUMNS.map(({ title }) => title)],
    rows: samplesIn(medians).map(([side, sample]) => [
      SIDES[side],
      ...COLUMNS.map(({ show }) => show(sample, medians.ours)),
    ]),
  };
}

/** One row a size and side, then how much more a piece takes at the largest size. */
function growthTable(result: TaskResult, unit: string): Table {
  const { rounds, cases } = result;
  const rows = cases.flatMap(({ amount, medians }) =>
    samplesIn(medians).map(([side, sample]) => [
      `${amount.toLocaleString('en')} ${unit}`,
      SIDES[side],
      ...GROWING_MEASURES.map((measure) => GROWTH_COLUMNS[measure].show(sample[measure])),
    ]),
  );
  const factors = GROWING_MEASURES.map((measure) => `× ${significant(growthOf(result, measure))}`);
  const counted = rounds === 1 ? 'one round' : `medians of ${rounds} rounds`;
  return {
    caption: `Latency ${cases[0]?.latencyMs ?? 0} ms, ${counted}:`,
    head: ['', 'Side', ...GROWING_MEASURES.map((measure) => GROWTH_COLUMNS[measure].title)],
    rows: [...rows, ['For each at the largest size', SIDES.ours, ...factors]],
  };
}

export function samplesIn(medians: Medians): Array<[SideName, Sample]> {
  return SIDE_NAMES.flatMap((side): Array<[SideName, Sample]> => {
    const sample = medians[side];
    return sample ? [[side, sample]] : [];
  });
}

/** What users compare with: the best that the HTTP Request node does, and with a login of its own. */
const SHORT: SideName[] = ['ours', 'httpRequest', 'httpRequestLogin', 'graphql', 'bare', 'curl'];
export const SHORT_COLUMNS = SHORT.map((side) => SIDES[side]);

/** The time of each of these sides. */
export function shortRow(medians: Medians): string[] {
  return SHORT.map((side) => {
    const sample = medians[side];
    return sample ? significant(sample.seconds) : BLANK;
  });
}

/** One row a goal: what was wanted, at which latency, what it came to, and whether that is enough. */
function goalsTable(result: TaskResult): Table {
  const rows = findTask(result.task).goals.map((goal) => {
    const values = goal.isOfEachRound
      ? roundsAt(result, goal.latencyMs).map((round) => goal.value(round))
      : [goal.value(mediansAt(result, goal.latencyMs))];
    return [goal.text, `${goal.latencyMs} ms`, range(values), verdict(goal, values)];
  });
  return { head: ['Goal', 'Latency', 'Measured', 'Reached'], rows };
}

function range(values: number[]): string {
  if (values.length === 1) return values.map(significant).join('');
  const ends = [Math.min(...values), Math.max(...values)].map(significant);
  return `${ends.join(' to ')}, median ${significant(median(values))}`;
}

function verdict({ min = -Infinity, max = Infinity }: Goal, values: number[]): string {
  // The side to compare with may have been left out.
  if (values.some(Number.isNaN)) return BLANK;
  return values.every((value) => value >= min && value <= max) ? 'yes' : 'no';
}

/** The goals that were missed, and what grows faster than the work. */
export function missedGoals(results: TaskResult[]): string[] {
  return results.flatMap((result) => {
    const { title, unit } = findTask(result.task);
    if (unit === undefined) {
      return goalsTable(result)
        .rows.filter(([, , , reached]) => reached === 'no')
        .map(
          ([text, latency, value]) => `${title}, ${latency} latency: ${text} (measured: ${value})`,
        );
    }
    return GROWING_MEASURES.filter((measure) => growthOf(result, measure) > MAX_GROWTH).map(
      (measure) => {
        const factor = significant(growthOf(result, measure));
        return `${title}: ${GROWTH_COLUMNS[measure].title} grows faster than the work (× ${factor})`;
      },
    );
  });
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
