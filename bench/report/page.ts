import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTask } from '../tasks';
import { chart } from './chart';
import { DOCS, writeFormatted } from './files';
import { mediansOf, type Results, type TaskResult } from './results';
import { COLUMNS, goalRows, rowsOf } from './table';

const PAGE = path.join(DOCS, 'performance.md');
const CHART = path.join('images', 'performance.svg');
const START = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of figures -->';

/** Writes the chart, and the figures between the two marks of the page; the words around them stay. */
export async function writePerformancePage(results: Results): Promise<void> {
  writeFileSync(path.join(DOCS, CHART), chart(results.tasks.map(block)));
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has lost its marks`);
  await writeFormatted(PAGE, [before, START, figures(results), END, after].join(''));
}

/** At the longest latency: where the network is slow, doing things well matters most. */
function block(result: TaskResult) {
  const latencyMs = Math.max(...result.latencies.map((one) => one.latencyMs));
  const { title } = findTask(result.task);
  const latency = latencyMs > 0 ? `, ${latencyMs} ms latency` : '';
  return { title: title + latency, medians: mediansOf(result, latencyMs) };
}

function figures({ machine, n8n, tasks }: Results): string {
  return `\n\n![Time that each side takes for each task](${CHART})

Measured on ${machine}, with n8n ${n8n}.

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

function table(head: string[], rows: string[][]): string {
  return [head, head.map((_cell, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
