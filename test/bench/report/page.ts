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

/** Returns both pages with these results between their marks, by file. The words around the marks stay. */
export async function performanceFiles(results: Results): Promise<Map<string, string>> {
  const texts = { [PAGE]: comparison(results), [DEV_PAGE]: ownFigures(results) };
  const written = Object.entries(texts).map(async ([file, text]): Promise<[string, string]> => [
    file,
    await formatted(file, replaceFigures(readFileSync(file, 'utf8'), text)),
  ]);
  return new Map(await Promise.all(written));
}

function replaceFigures(page: string, text: string): string {
  const [start, end] = ['<!-- figures: written by npm run bench -->', '<!-- end of figures -->'];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`A page has lost "${start}"`);
  return [before, start, `\n\n${text}\n\n`, end, after].join('');
}

function whenAndWhere({ commit, date, machine, n8n }: Results): string {
  return `on ${date} at commit ${commit} on ${machine}, with n8n ${n8n}`;
}

/** Compares the sides, for users. Tasks that grow have no place in it: their sizes differ. */
function comparison(results: Results): string {
  const { tasks } = results;
  const goals = tasks.flatMap(goalRows);
  const reached = goals.filter(([, , verdict]) => verdict === 'yes').length;
  const rows = tasks
    .filter(isCompared)
    .map(({ task, cases }) => [
      findTask(task).title,
      ...SHORT.map((side) =>
        cases.map(({ medians }) => significant(medians[side]?.seconds ?? NaN)).join(' / '),
      ),
    ]);
  return [
    `Seconds at a latency of 0 and of 20 ms, medians, measured ${whenAndWhere(results)}. A single value is at 20 ms for waits, otherwise at 0 ms:`,
    markdown(['Task', ...SHORT.map((side) => SIDES[side])], rows),
    `${reached} of ${goals.length} [goals](dev/performance.md#figures) were reached.`,
  ].join('\n\n');
}

/** Has every figure of this package, and the goals that were missed. The file of the results has the other sides. */
function ownFigures(results: Results): string {
  const { tasks } = results;
  const rows = tasks.flatMap((result) => {
    const task = findTask(result.task);
    return result.cases.map((one, at) => [
      at === 0 ? task.title : '',
      caseName(task, one),
      ...figures(one.medians.ours),
    ]);
  });
  const missed = tasks.flatMap(missedRows);
  return [
    `Measured ${whenAndWhere(results)}:`,
    markdown(['Task', 'Case', ...COLUMNS], rows),
    markdown(['Task', 'Missed goal', 'Measured'], missed),
  ].join('\n\n');
}

const isCompared = ({ task }: TaskResult) => findTask(task).unit === undefined;

type Row = string[];

const MEASURES = Object.keys(WORDS) as Array<keyof typeof WORDS>;
const COLUMNS = Object.values(WORDS);

const figures = (sample?: Sample): Row =>
  MEASURES.map((measure) => significant(sample?.[measure] ?? NaN));

/** Three figures that mean something. */
function significant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** All figures of a task, one row a case and side, and its goals: the output of the command. */
export function section(result: TaskResult): string {
  const task = findTask(result.task);
  const rounds = result.rounds === 1 ? 'One round' : `Medians of ${result.rounds} rounds`;
  const rows = result.cases.flatMap((one) =>
    SIDE_NAMES.flatMap((side): Row[] => {
      const sample = one.medians[side];
      return sample ? [[caseName(task, one), SIDES[side], ...figures(sample)]] : [];
    }),
  );
  return [
    `### ${task.title}`,
    `${rounds}:`,
    markdown(['Case', 'Side', ...COLUMNS], rows),
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

const missedRows = (result: TaskResult): Row[] =>
  goalRows(result).flatMap(([goal = '', value = '', reached]) =>
    reached === 'no' ? [[findTask(result.task).title, goal, value]] : [],
  );

export const missedGoals = (results: TaskResult[]): string[] =>
  results
    .flatMap(missedRows)
    .map(([title, goal, value]) => `${title}: ${goal} (measured: ${value})`);
