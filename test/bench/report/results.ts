import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { median as medianOfSorted } from '../../../platform/runs/read/durations';
import n8nPackage from '../../../start/n8n/package.json';
import type { Case, MeasuredCase, Sample, SideName } from '../task';

/** What was measured for a task. */
export interface TaskResult {
  task: string;
  rounds: number;
  cases: MeasuredCase[];
}

/** One run of all tasks. */
export interface Results {
  /** The commit that was measured, by the first digits of its hash. */
  commit: string;
  /** For example 2026-03-29. */
  date: string;
  machine: string;
  n8n: string;
  tasks: TaskResult[];
}

export const DOCS = path.resolve(__dirname, '..', '..', '..', 'docs');
const FILE = path.join(DOCS, 'performance.json');

export function caseResult(measured: Case, samples: Map<SideName, Sample[]>): MeasuredCase {
  const medians = [...samples].map(([side, each]) => [side, medianSample(each)]);
  return { ...measured, medians: Object.fromEntries(medians) as MeasuredCase['medians'] };
}

/** The median of each measure by itself. */
function medianSample(samples: Sample[]): Sample {
  const measures = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
  return Object.fromEntries(
    measures.map((measure) => [measure, median(samples.map((sample) => sample[measure]))]),
  ) as unknown as Sample;
}

const median = (values: number[]) => medianOfSorted(values.toSorted((a, b) => a - b)) ?? Number.NaN;

/** Writes what was measured, and returns it as it is kept. */
export async function keepResults(commit: string, tasks: TaskResult[]): Promise<Results> {
  const results: Results = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    n8n: n8nPackage.dependencies.n8n,
    tasks,
  };
  const rounded = (_name: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value;
  writeFileSync(FILE, await formatted(FILE, JSON.stringify(results, rounded)));
  // As they are kept, so that the page says the same when it is written again.
  return keptResults();
}

/** Reads what the last run measured. */
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
