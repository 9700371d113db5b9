import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTask } from '../tasks';
import { SIDES, type SideName } from '../task';
import { DOCS, formatted, type Results, type TaskResult } from './results';
import { missedGoals, significant, tablesOf, type Table } from './tables';

/** The page for users, and the one with all figures. */
const PAGE = path.join(DOCS, 'performance.md');
const DEV_PAGE = path.join(DOCS, 'dev', 'performance.md');

/** What users compare with: the best that the HTTP Request node does, and with a login of its own. */
const SHORT: SideName[] = ['ours', 'httpRequest', 'httpRequestLogin', 'graphql', 'bare', 'curl'];

/** Writes the figures between the marks of the pages; the words around them stay. */
export async function writePerformancePage(results: Results): Promise<void> {
  for (const [file, text] of await performanceFiles(results)) writeFileSync(file, text);
}

/** What these results make of the pages, by file. */
export async function performanceFiles(results: Results): Promise<Map<string, string>> {
  const { machine, n8n, tasks } = results;
  const isGrowing = ({ task }: TaskResult) => findTask(task).unit !== undefined;
  const compared = tasks.filter((result) => !isGrowing(result));
  const growing = tasks.filter(isGrowing);
  const figures = [`Measured on ${machine}, with n8n ${n8n}.`, ...compared.map(section)];
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

/** One table, and the goals that were missed. */
function summary({ machine, n8n, tasks }: Results, compared: readonly TaskResult[]): string {
  const missed = missedGoals(tasks);
  const goals = missed.length === 0 ? 'All goals were reached.' : 'These goals were missed:';
  const rows = compared.map(({ task, cases }) => {
    // At the longest latency: if the network is slow, doing things well matters most.
    const { latencyMs = 0, medians = {} } = cases.at(-1) ?? {};
    const latency = latencyMs > 0 ? `, ${latencyMs} ms latency` : '';
    return [
      findTask(task).title + latency,
      ...SHORT.map((side) => significant(medians[side]?.seconds ?? Number.NaN)),
    ];
  });
  return `Seconds, medians, measured on ${machine}, with n8n ${n8n}:

${markdown({ head: ['Task', ...SHORT.map((side) => SIDES[side])], rows })}

${[goals, missed.map((one) => `- ${one}`).join('\n')].join('\n\n')}`;
}

function section(result: TaskResult): string {
  return [`### ${findTask(result.task).title}`, ...tablesOf(result).map(markdown)].join('\n\n');
}

function markdown({ caption, head, rows }: Table): string {
  const isNumber = (_cell: string, column: number) => (column === 0 ? '---' : '--:');
  const table = [head, head.map(isNumber), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  return caption === undefined ? table : `${caption}\n\n${table}`;
}
