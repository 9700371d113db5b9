import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GrowthResult } from '../growth/growthResult';
import { findTask } from '../tasks';
import { chart } from './chart';
import { DOCS, formatted } from './files';
import { growthChart } from './growthChart';
import { GROWTH_COLUMNS, growthRows, growthTaskOf, missedGrowth } from './growthTable';
import { mediansOf, type Results, type TaskResult } from './results';
import { COLUMNS, goalRows, missedGoals, rowsOf, SHORT_COLUMNS, shortRow } from './table';

/** The page for users, and the one with all figures. */
const PAGE = path.join(DOCS, 'performance.md');
const DEV_PAGE = path.join(DOCS, 'dev', 'performance.md');
const CHART = path.join('images', 'performance.svg');
const GROWTH_CHART = path.join('images', 'growth.svg');

/** The marks between which the pages are written. */
const FIGURES = ['<!-- figures: written by npm run bench -->', '<!-- end of figures -->'] as const;
const GROWTH = ['<!-- growth: written by npm run bench -->', '<!-- end of growth -->'] as const;

/** Writes the charts, and the figures between the marks of the pages; the words around them stay. */
export async function writePerformancePage(results: Results): Promise<void> {
  for (const [file, text] of await performanceFiles(results)) writeFileSync(file, text);
}

/** What these results make of the pages and of their charts, by file. */
export async function performanceFiles(results: Results): Promise<Map<string, string>> {
  const page = replaceBetween(FIGURES, PAGE, summary(results));
  const devPage = replaceBetween(FIGURES, DEV_PAGE, figures(results));
  return new Map([
    [path.join(DOCS, CHART), chart(results.tasks.map(block))],
    [path.join(DOCS, GROWTH_CHART), growthChart(results.growth)],
    [PAGE, await formatted(PAGE, page)],
    [
      DEV_PAGE,
      await formatted(DEV_PAGE, replaceBetween(GROWTH, DEV_PAGE, growth(results), devPage)),
    ],
  ]);
}

function replaceBetween(
  [start, end]: readonly [string, string],
  file: string,
  text: string,
  page = readFileSync(file, 'utf8'),
): string {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has lost "${start}"`);
  return [before, start, text, end, after].join('');
}

/** One chart, one table, and the goals that were missed. */
function summary({ machine, n8n, tasks, growth: grown }: Results): string {
  const missed = [...missedGoals(tasks), ...missedGrowth(grown)];
  const goals = missed.length === 0 ? 'All goals were reached.' : 'These goals were missed:';
  return `\n\n![Time that each side takes for each task](${CHART})

Seconds, medians, measured on ${machine}, with n8n ${n8n}:

${table(
  ['Task', ...SHORT_COLUMNS],
  tasks.map((result) => [block(result).title, ...shortRow(block(result).medians)]),
)}

${[goals, missed.map((one) => `- ${one}`).join('\n')].join('\n\n')}\n\n`;
}

/** At the longest latency: where the network is slow, doing things well matters most. */
function block(result: TaskResult) {
  const latencyMs = Math.max(...result.latencies.map((one) => one.latencyMs));
  const { title } = findTask(result.task);
  const latency = latencyMs > 0 ? `, ${latencyMs} ms latency` : '';
  return { title: title + latency, medians: mediansOf(result, latencyMs) };
}

function figures({ machine, n8n, tasks }: Results): string {
  return `\n\nMeasured on ${machine}, with n8n ${n8n}.

${tasks.map(section).join('\n')}\n`;
}

function section(result: TaskResult): string {
  const tables = result.latencies.map(
    ({ latencyMs }) => `Latency ${latencyMs} ms, medians of ${result.rounds} rounds:

${table(['', ...COLUMNS.map(({ title }) => title)], rowsOf(result, latencyMs))}
`,
  );
  return `### ${findTask(result.task).title}

${tables.join('\n')}
${table(['Goal', 'Latency', 'Measured', 'Reached'], goalRows(result))}
`;
}

function growth({ growth: results }: Results): string {
  return `\n\n![How time, requests and memory grow with the work](../${GROWTH_CHART})

${results.map(growthSection).join('\n')}\n`;
}

function growthSection(result: GrowthResult): string {
  const { title, latencyMs } = growthTaskOf(result);
  const { rounds } = result;
  return `### ${title}

Latency ${latencyMs} ms, ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}:

${table(GROWTH_COLUMNS, growthRows(result))}
`;
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map((_cell, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
