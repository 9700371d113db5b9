import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { findTask, TASKS } from '../tasks';
import type { Case, Measures, Medians, Sample, SideName } from '../task';
import { median } from './numbers';

/** What was measured for a task. */
export interface TaskResult {
  task: string;
  rounds: number;
  cases: CaseResult[];
}

export interface CaseResult extends Case {
  medians: Medians;
  /** Of each round, to show how far they lie apart. */
  seconds: Partial<Record<SideName, number[]>>;
}

/** The tasks as they were measured last. */
export interface Results {
  machine: string;
  n8n: string;
  tasks: TaskResult[];
}

export type Samples = Partial<Record<SideName, Sample[]>>;

export const DOCS = path.resolve(__dirname, '..', '..', 'docs');
const FILE = path.join(DOCS, 'performance.json');
const N8N_FILE = path.resolve(DOCS, '..', 'start', 'n8n', 'package.json');

export function caseResult(measured: Case, samples: Samples): CaseResult {
  const sides = Object.entries(samples);
  return {
    ...measured,
    medians: Object.fromEntries(sides.map(([side, each]) => [side, medianSample(each)])),
    seconds: Object.fromEntries(
      sides.map(([side, each]) => [side, each.map(({ seconds }) => seconds)]),
    ),
  };
}

/** The median of each measure by itself. */
function medianSample(samples: Sample[]): Sample {
  const measures = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
  return Object.fromEntries(
    measures.map((measure) => [measure, median(samples.map((sample) => sample[measure]))]),
  ) as unknown as Sample;
}

export function mediansAt({ cases }: TaskResult, latencyMs: number): Medians {
  return cases.find((one) => one.latencyMs === latencyMs)?.medians ?? {};
}

/** What is known of each round by itself. */
export function roundsAt({ cases, rounds }: TaskResult, latencyMs: number): Measures[] {
  const found = cases.find((one) => one.latencyMs === latencyMs);
  const seconds = Object.entries(found?.seconds ?? {});
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(seconds.map(([side, each]) => [side, { seconds: each[round] }])),
  );
}

/** The tasks that are done at several latencies, or those that are done in several sizes. */
export function tasksThat(grow: boolean, results: TaskResult[]): TaskResult[] {
  return results.filter(({ task }) => (findTask(task).unit !== undefined) === grow);
}

/** Writes what was measured beside what earlier runs measured for other tasks, and returns all of it. */
export async function keepResults(measured: TaskResult[]): Promise<Results> {
  const newest = new Map([...keptResults().tasks, ...measured].map((one) => [one.task, one]));
  const { dependencies } = JSON.parse(readFileSync(N8N_FILE, 'utf8')) as {
    dependencies: { n8n: string };
  };
  const results: Results = {
    machine: describeMachine(),
    n8n: dependencies.n8n,
    tasks: TASKS.flatMap(({ name }) => newest.get(name) ?? []),
  };
  writeFileSync(FILE, await formatted(FILE, JSON.stringify(results, rounded)));
  // As they are kept, so that the page says the same when it is written again.
  return keptResults();
}

/** What earlier runs measured. */
export function keptResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

/** What is generated is formatted like the rest of the repository. */
export async function formatted(file: string, text: string): Promise<string> {
  return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }, ...others] = os.cpus();
  const gib = Math.round(os.totalmem() / 1024 ** 3);
  return `${others.length + 1} × ${model.trim()}, ${gib} GiB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}
