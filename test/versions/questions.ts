import type { JobScript } from '../../sandbox';

/** Questions of the scenario to the process with the platform, and their answers. */
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

/** Settings that the scenario starts with. */
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
