import type { Sample } from '../sample';
import { findTask } from '../tasks';
import { SIDES, type Goal, type Medians, type SideName } from '../task';
import { BLANK, median, significant, whole } from './numbers';
import { goalsOf, isReached, mediansOf, roundsOf, type TaskResult } from './results';

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
  { title: 'Memory (MiB)', show: ({ grownMiB }) => whole(grownMiB) },
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
export function goalRows(result: TaskResult): string[][] {
  return goalsOf(result).map((goal) => {
    const values = goal.isOfEachRound
      ? roundsOf(result, goal.latencyMs).map((round) => goal.value(round))
      : [goal.value(mediansOf(result, goal.latencyMs))];
    return [goal.text, `${goal.latencyMs} ms`, shown(values), verdict(goal, values)];
  });
}

function shown(values: number[]): string {
  if (values.length === 1) return values.map(significant).join('');
  const ends = [Math.min(...values), Math.max(...values)].map(significant);
  return `${ends.join(' to ')}, median ${significant(median(values))}`;
}

function verdict(goal: Goal, values: number[]): string {
  // The side to compare with may have been left out.
  if (values.some(Number.isNaN)) return BLANK;
  return values.every((value) => isReached(goal, value)) ? 'yes' : 'no';
}

export function missedGoals(results: TaskResult[]): string[] {
  return results.flatMap((result) =>
    goalRows(result)
      .filter(([, , , reached]) => reached === 'no')
      .map(
        ([text, latency, value]) =>
          `${findTask(result.task).title}, ${latency} latency: ${text} (measured: ${value})`,
      ),
  );
}
