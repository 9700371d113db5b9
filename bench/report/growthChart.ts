import { findTask } from '../tasks';
import { amountsOf, type GrowingMeasure } from './growth';
import { duration, whole } from './numbers';
import type { TaskResult } from './results';
import { line, MARGIN, picture, text, WIDTH } from './svg';

const TITLE_HEIGHT = 40;
const PLOT_HEIGHT = 84;
const PLOT_WIDTH = 170;
const BLOCK_GAP = 22;
const SIZES_HEIGHT = 22;

/** One plot each; how its value is written. */
const PLOTS: Partial<Record<GrowingMeasure, (amount: number) => string>> = {
  seconds: duration,
  requests: (amount) => `${Math.round(amount).toLocaleString('en')} requests`,
  grownMiB: (amount) => `${whole(amount)} MiB`,
};
const MEASURES = Object.keys(PLOTS) as GrowingMeasure[];
const COLUMN = (WIDTH - 2 * MARGIN) / MEASURES.length;

/** A line for each measure, both axes logarithmic; the dashed one grows as the work does. */
export function growthChart(results: readonly TaskResult[]): string {
  const parts: string[] = [];
  let top = MARGIN;
  for (const [index, result] of results.entries()) {
    if (index > 0) parts.push(line(top - BLOCK_GAP / 2));
    const { title, unit } = findTask(result.task);
    const sizes = result.cases.map(({ amount }) => amount.toLocaleString('en')).join(', ');
    parts.push(text(MARGIN, top + 14, title, 'title'));
    for (const [column, measure] of MEASURES.entries()) {
      parts.push(plot(result, measure, MARGIN + column * COLUMN, top + TITLE_HEIGHT));
    }
    top += TITLE_HEIGHT + PLOT_HEIGHT + SIZES_HEIGHT;
    parts.push(text(MARGIN, top - 2, `${sizes} ${unit}`, 'label'));
    top += BLOCK_GAP;
  }
  const height = top - BLOCK_GAP + MARGIN;
  return picture('How time, requests and memory grow with the work', height, parts);
}

function plot(result: TaskResult, measure: GrowingMeasure, left: number, top: number): string {
  const sizes = result.cases.map(({ amount }) => amount);
  const amounts = amountsOf(result, measure);
  const span = Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
  // From 0 at the smallest size to 1 if it has grown as much as the work.
  const grown = (values: number[]) =>
    values.map((value) => Math.log(value / (values[0] ?? 1)) / span);
  const [across, up] = [grown(sizes), grown(amounts)];
  const most = Math.max(1, ...up);
  const x = (at: number) => left + 4 + at * PLOT_WIDTH;
  const y = (at: number) => top + PLOT_HEIGHT * (1 - Math.max(0, at) / most);
  const path = (points: Array<[number, number]>) =>
    points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
  const ours = across.map((at, index): [number, number] => [x(at), y(up[index] ?? 0)]);
  const [endX, endY] = ours.at(-1) ?? [left, top];
  return [
    `<polyline class="even-line" points="${path([
      [x(0), y(0)],
      [x(1), y(1)],
    ])}"/>`,
    `<polyline class="ours-line" points="${path(ours)}"/>`,
    ...ours.map(
      ([px, py]) => `<circle class="ours" cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3.5"/>`,
    ),
    text(
      endX + 10,
      Math.min(endY + 5, top + PLOT_HEIGHT),
      PLOTS[measure]?.(amounts.at(-1) ?? 0) ?? '',
      'ours-text',
    ),
  ].join('\n');
}
