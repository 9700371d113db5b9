import type { JobScript } from '../../sandbox';

/** What the scenario asks of the process that holds the platform, and what it is told. */
export interface Questions {
  addJob(script: Partial<JobScript>): string;
  /** Gives the new run's ID. */
  startRun(jobId: string): string | undefined;
  /** The IDs of a job's runs, newest first. */
  runsOfJob(jobId: string): string[];
  writeFile(path: string, text: string): void;
  readFile(path: string): string | undefined;
}

/** Asks the process that holds the platform. */
export type Ask = <Name extends keyof Questions>(
  name: Name,
  ...parameters: Parameters<Questions[Name]>
) => Promise<ReturnType<Questions[Name]>>;

export interface Question<Name extends keyof Questions = keyof Questions> {
  id: number;
  name: Name;
  parameters: Parameters<Questions[Name]>;
}

export interface Answer {
  id: number;
  value: unknown;
}

/** What the scenario is started with. */
export interface ScenarioInput {
  packageFolder: string;
  projectId: string;
  credentials: Record<string, object>;
}

/** Its last message. */
export interface ScenarioResult {
  passed: number;
  failed: number;
}
