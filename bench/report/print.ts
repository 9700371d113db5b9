import type { GrowthResult } from '../growth/growthResult';
import type { Task } from '../task';
import { GROWTH_COLUMNS, growthRows } from './growthTable';
import type { TaskResult } from './results';
import { COLUMNS, goalRows, rowsOf } from './table';

export function printTask({ latenciesMs }: Task, result: TaskResult): void {
  for (const latencyMs of latenciesMs) {
    console.log(`\n  Latency ${latencyMs} ms, medians of ${result.rounds}`);
    printRows([['', ...COLUMNS.map(({ title }) => title)], ...rowsOf(result, latencyMs)]);
  }
  console.log('');
  printRows([['Goal', 'Latency', 'Measured', 'Reached'], ...goalRows(result)]);
}

export function printGrowth(result: GrowthResult): void {
  console.log('');
  printRows([GROWTH_COLUMNS, ...growthRows(result)]);
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
