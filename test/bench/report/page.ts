import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WORDS } from '../goals';
import { findTask } from '../tasks';
import { SIDE_NAMES, SIDES } from '../task';
import type { Case, Goal, Sample, SideName, Task } from '../task';
import { DOCS, formatted, type Results, type TaskResult } from './results';

/** The page for users, and the one with all figures. */
const PAGE = path.join(DOCS, 'performance.md');
const DEV_PAGE = path.join(DOCS, 'dev', 'performance.md');

/** What users compare with: the best that the HTTP Request node does, and with a login of its own. */
const SHORT: SideName[] = ['ours', 'httpRequest', 'httpRequestLogin', 'graphql', 'bare', 'curl'];

/** What these results make of the pages, by file: the figures between the marks; the words around them stay. */
export async function performanceFiles(results: Results): Promise<Map<string, string>> {
  const { tasks } = results;
  const isGrowing = ({ task }: TaskResult) => findTask(task).unit !== undefined;
  const compared = tasks.filter((result) => !isGrowing(result));
  const growing = tasks.filter(isGrowing);
  const figures = [`Measured ${whenAndWhere(results)}.`, ...compared.map(section)];
  const page = replaceFigures('figures', readFileSync(PAGE, 'utf8'), summary(results, compared));
  const devPage = replaceFigures('figures', readFileSync(DEV_PAGE, 'utf8'), figures.join('\n\n'));
  const withGrowth = replaceFigures('growth', devPage, growing.map(section).join('\n\n'));
  return new Map([
    [PAGE, await formatted(PAGE, page)],
    [DEV_PAGE, await formatted(DEV_PAGE, withGrowth)],
  ]);
}

/** Replaces what stands between two marks. */
function replaceFigures(mark: 'figures' | 'growth', page: string, text: string): string {
  const [start, end] = [`<!-- ${mark}: written by npm run bench -->`, `<!-- end of ${mark} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`A page has lost "${start}"`);
  return [before, start, `\n\n${text}\n\n`, end, after].join('');
}

function whenAndWhere({ commit, date, machine, n8n }: Results): string {
  return `on ${date} at commit ${commit} on ${machine}, with n8n ${n8n}`;
}

/** One table, and the goals that were missed. */
function summary(results: Results, compared: readonly TaskResult[]): string {
  const missed = missedGoals(results.tasks);
  const goals = missed.length === 0 ? 'All goals were reached.' : 'These goals were missed:';
  const rows = compared.map(({ task, cases }) => [
    findTask(task).title,
    ...SHORT.map((side) =>
      cases.map(({ medians }) => significant(medians[side]?.seconds ?? NaN)).join(' / '),
    ),
  ]);
  return [
    `Seconds at a latency of 0 and of 20 ms, medians, measured ${whenAndWhere(results)}:`,
    markdown(['Task', ...SHORT.map((side) => SIDES[side])], rows),
    goals,
    missed.map((one) => `- ${one}`).join('\n'),
  ].join('\n\n');
}

type Row = string[];

const { seconds: TIME, ...OTHERS } = WORDS;
const COLUMNS = [TIME, 'Time, ours = 1', ...Object.values(OTHERS)];

function figuresOf(sample: Sample, ours?: Sample): Row {
  const others = (Object.keys(OTHERS) as Array<keyof typeof OTHERS>).map((name) => sample[name]);
  return [sample.seconds, sample.seconds / (ours?.seconds ?? NaN), ...others].map(significant);
}

/** Three figures that mean something. */
function significant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** All figures of a task, one row a case and side, and its goals. */
export function section(result: TaskResult): string {
  const task = findTask(result.task);
  const isGrowing = task.unit !== undefined;
  const rounds = result.rounds === 1 ? 'One round' : `Medians of ${result.rounds} rounds`;
  const latency = isGrowing ? `, ${result.cases[0]?.latencyMs} ms latency` : '';
  const rows = result.cases.flatMap((one) =>
    SIDE_NAMES.flatMap((side): Row[] => {
      const sample = one.medians[side];
      if (!sample) return [];
      return [[caseName(task, one), SIDES[side], ...figuresOf(sample, one.medians.ours)]];
    }),
  );
  const head = [isGrowing ? 'Size' : 'Latency', 'Side', ...COLUMNS];
  return [
    `### ${task.title}`,
    `${rounds}${latency}:`,
    markdown(head, rows),
    markdown(['Goal', 'Measured', 'Reached'], goalRows(result)),
  ].join('\n\n');
}

function markdown(head: Row, rows: Row[]): string {
  const isNumber = head.map((_cell, column) => (column === 0 ? '---' : '--:'));
  return [head, isNumber, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function caseName({ unit }: Task, { latencyMs, amount }: Case): string {
  return unit === undefined ? `${latencyMs} ms` : `${amount.toLocaleString('en')} ${unit}`;
}

/** One row a goal: what was wanted, what it came to, and whether that is enough. */
function goalRows({ task, cases }: TaskResult): Row[] {
  return findTask(task).goals.map((goal) => {
    const value = goal.value(cases);
    return [goal.text, significant(value), verdict(goal, value)];
  });
}

function verdict({ min = -Infinity, max = Infinity }: Goal, value: number): string {
  // The side to compare with may have been left out.
  if (Number.isNaN(value)) return '–';
  return value >= min && value <= max ? 'yes' : 'no';
}

export function missedGoals(results: TaskResult[]): string[] {
  return results.flatMap((result) =>
    goalRows(result)
      .filter(([, , reached]) => reached === 'no')
      .map(([text, value]) => `${findTask(result.task).title}: ${text} (measured: ${value})`),
  );
}
