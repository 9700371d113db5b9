import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTask } from '../tasks';
import { chart } from './chart';
import { growthChart } from './growthChart';
import { DOCS, formatted, mediansAt, tasksThat, type Results, type TaskResult } from './results';
import { missedGoals, SHORT_COLUMNS, shortRow, tablesOf, type Table } from './tables';

/** The page for users, and the one with all figures. */
const PAGE = path.join(DOCS, 'performance.md');
const DEV_PAGE = path.join(DOCS, 'dev', 'performance.md');
const CHART = path.join('images', 'performance.svg');
const GROWTH_CHART = path.join('images', 'growth.svg');

/** Writes the charts, and the figures between the marks of the pages; the words around them stay. */
export async function writePerformancePage(results: Results): Promise<void> {
  for (const [file, text] of await performanceFiles(results)) writeFileSync(file, text);
}

/** What these results make of the pages and of their charts, by file. */
export async function performanceFiles(results: Results): Promise<Map<string, string>> {
  const blocks = tasksThat(false, results.tasks).map(block);
  const growing = tasksThat(true, results.tasks);
  const page = replaceFigures('figures', readFileSync(PAGE, 'utf8'), summary(results));
  const withFigures = replaceFigures('figures', readFileSync(DEV_PAGE, 'utf8'), figures(results));
  const devPage = replaceFigures(
    'growth',
    withFigures,
    `![How time, requests and memory grow with the work](../${GROWTH_CHART})

${growing.map(section).join('\n\n')}`,
  );
  return new Map([
    [path.join(DOCS, CHART), chart(blocks)],
    [path.join(DOCS, GROWTH_CHART), growthChart(growing)],
    [PAGE, await formatted(PAGE, page)],
    [DEV_PAGE, await formatted(DEV_PAGE, devPage)],
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

/** One chart, one table, and the goals that were missed. */
function summary({ machine, n8n, tasks }: Results): string {
  const missed = missedGoals(tasks);
  const goals = missed.length === 0 ? 'All goals were reached.' : 'These goals were missed:';
  const rows = tasksThat(false, tasks)
    .map(block)
    .map(({ title, medians }) => [title, ...shortRow(medians)]);
  return `![Time that each side takes for each task](${CHART})

Seconds, medians, measured on ${machine}, with n8n ${n8n}:

${markdown({ head: ['Task', ...SHORT_COLUMNS], rows })}

${[goals, missed.map((one) => `- ${one}`).join('\n')].join('\n\n')}`;
}

/** At the longest latency: if the network is slow, doing things well matters most. */
function block(result: TaskResult) {
  const latencyMs = Math.max(...result.cases.map((one) => one.latencyMs));
  const { title } = findTask(result.task);
  const latency = latencyMs > 0 ? `, ${latencyMs} ms latency` : '';
  return { title: title + latency, medians: mediansAt(result, latencyMs) };
}

function figures({ machine, n8n, tasks }: Results): string {
  return `Measured on ${machine}, with n8n ${n8n}.

${tasksThat(false, tasks).map(section).join('\n\n')}`;
}

function section(result: TaskResult): string {
  return [`### ${findTask(result.task).title}`, ...tablesOf(result).map(markdown)].join('\n\n');
}

function markdown({ caption, head, rows }: Table): string {
  const table = [head, head.map((_cell, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  return caption === undefined ? table : `${caption}\n\n${table}`;
}
