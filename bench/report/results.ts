import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GROWTH_TASKS } from '../growth';
import type { GrowthResult } from '../growth/growthResult';
import type { Sample } from '../sample';
import { findTask, TASKS } from '../tasks';
import type { Goal, Measures, Medians, SideName } from '../task';
import { DOCS, writeFormatted } from './files';
import { median } from './numbers';

/** What was measured for a task. */
export interface TaskResult {
  task: string;
  rounds: number;
  latencies: LatencyResult[];
}

export interface LatencyResult {
  latencyMs: number;
  medians: Medians;
  /** Of each round, to show how far they lie apart. */
  seconds: Partial<Record<SideName, number[]>>;
}

/** The tasks as they were measured last. */
export interface Results {
  machine: string;
  n8n: string;
  tasks: TaskResult[];
  growth: GrowthResult[];
}

export type Samples = Partial<Record<SideName, Sample[]>>;

export function resultOf(latencyMs: number, samples: Samples): LatencyResult {
  const sides = Object.entries(samples);
  return {
    latencyMs,
    medians: mediansFrom(samples),
    seconds: Object.fromEntries(
      sides.map(([side, each]) => [side, each.map(({ seconds }) => seconds)]),
    ),
  };
}

export function mediansFrom(samples: Samples): Medians {
  return Object.fromEntries(
    Object.entries(samples).map(([side, each]) => [side, medianSample(each)]),
  );
}

export function mediansOf(result: TaskResult, latencyMs: number): Medians {
  return result.latencies.find((one) => one.latencyMs === latencyMs)?.medians ?? {};
}

/** What is known of each round by itself. */
export function roundsOf(result: TaskResult, latencyMs: number): Measures[] {
  const seconds = Object.entries(
    result.latencies.find((one) => one.latencyMs === latencyMs)?.seconds ?? {},
  );
  return Array.from({ length: result.rounds }, (_, round) =>
    Object.fromEntries(seconds.map(([side, each]) => [side, { seconds: each[round] }])),
  );
}

const ROOT = path.resolve(__dirname, '..', '..');
const FILE = path.join(DOCS, 'performance.json');

/** Writes what was measured beside what earlier runs measured for other tasks, and gives back all of it. */
export async function keepResults(measured: TaskResult[], grown: GrowthResult[]): Promise<Results> {
  const earlier = existsSync(FILE) ? keptResults() : undefined;
  const results: Results = {
    machine: machine(),
    n8n: installedN8n(),
    tasks: newestOf(TASKS, [...(earlier?.tasks ?? []), ...measured]),
    growth: newestOf(GROWTH_TASKS, [...(earlier?.growth ?? []), ...grown]),
  };
  await writeFormatted(FILE, JSON.stringify(results, rounded));
  // As they are kept, so that the page says the same when it is written again.
  return keptResults();
}

/** What earlier runs measured. */
export function keptResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

function newestOf<T extends { task: string }>(
  tasks: ReadonlyArray<{ name: string }>,
  results: T[],
): T[] {
  const newest = new Map(results.map((result) => [result.task, result]));
  return tasks.flatMap(({ name }) => newest.get(name) ?? []);
}

export function goalsOf({ task }: TaskResult): Goal[] {
  return findTask(task).goals;
}

export function isReached({ least = -Infinity, most = Infinity }: Goal, value: number): boolean {
  return value >= least && value <= most;
}

/** The median of each measure by itself. */
function medianSample(samples: Sample[]): Sample {
  const measures = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
  return Object.fromEntries(
    measures.map((measure) => [measure, median(samples.map((sample) => sample[measure]))]),
  ) as unknown as Sample;
}

function machine(): string {
  const [{ model } = { model: 'unknown processor' }, ...others] = os.cpus();
  const gib = Math.round(os.totalmem() / 1024 ** 3);
  return `${others.length + 1} × ${model.trim()}, ${gib} GiB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

function installedN8n(): string {
  const file = path.join(ROOT, 'start', 'n8n', 'package.json');
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies: { n8n: string };
  };
  return dependencies.n8n;
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}
