import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Sample } from '../measure/runSide';
import { findTask, TASKS } from '../tasks';
import type { Goal, Medians, SideName } from '../tasks/task';

/** Everything that was measured for a task. */
export interface TaskResult {
  task: string;
  rounds: number;
  samples: Array<{ latencyMs: number; sides: Partial<Record<SideName, Sample[]>> }>;
}

/** The tasks that were measured last on one machine. */
export interface Results {
  machine: string;
  n8n: string;
  tasks: TaskResult[];
}

const ROOT = path.resolve(__dirname, '..', '..');
const FILE = path.join(ROOT, 'docs', 'performance.json');

/** Writes what was measured beside what earlier runs measured for other tasks, and gives back all of it. */
export function keepResults(measured: TaskResult[]): Results {
  const earlier = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Results).tasks : [];
  const newest = new Map([...earlier, ...measured].map((result) => [result.task, result]));
  const results: Results = {
    machine: machine(),
    n8n: installedN8n(),
    tasks: TASKS.flatMap(({ name }) => newest.get(name) ?? []),
  };
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(results, rounded, 1)}\n`);
  return results;
}

/** Medians of each measure by itself. */
export function mediansOf(result: TaskResult, latencyMs: number): Medians {
  const sides = result.samples.find((samples) => samples.latencyMs === latencyMs)?.sides ?? {};
  return Object.fromEntries(
    Object.entries(sides).map(([side, samples]) => [side, medianSample(samples)]),
  );
}

export function goalsOf({ task }: TaskResult): Goal[] {
  return findTask(task).goals;
}

export function isReached({ least = -Infinity, most = Infinity }: Goal, value: number): boolean {
  return value >= least && value <= most;
}

function medianSample(samples: Sample[]): Sample {
  const measures = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
  return Object.fromEntries(
    measures.map((measure) => [measure, median(samples.map((sample) => sample[measure]))]),
  ) as unknown as Sample;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
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
