import { PROJECT_IDS, startSandbox, type JobScript, type Sandbox } from '../../sandbox';
import type { Outcome } from '../support/checks';

const projectId = PROJECT_IDS.retail;

/** Questions of a scenario, which runs in another process, to the sandbox. */
const questionsTo = ({ store, confFiles }: Sandbox) => ({
  addJob: (script: Partial<JobScript>) => store.addJob({ projectId, name: 'Job', script }).id,
  startRun: (jobId: string) => store.startRun(jobId)?.id,
  /** Returns IDs, newest run first. */
  runsOfJob: (jobId: string) => store.runsOfJob(jobId).map(({ id }) => id),
  writeFile: (path: string, text: string) => confFiles.write(path, text),
  readFile: (path: string) => confFiles.read(path)?.toString(),
});

type Questions = ReturnType<typeof questionsTo>;

export type Ask = <Name extends keyof Questions>(
  name: Name,
  ...parameters: Parameters<Questions[Name]>
) => Promise<ReturnType<Questions[Name]>>;

export interface Question {
  id: number;
  name: keyof Questions;
  parameters: unknown[];
}

export interface Answer {
  id: number;
  value: unknown;
}

/** Last message of a scenario. */
export interface ScenarioResult {
  outcomes: Outcome[];
}

export interface ScenarioInput {
  packageFolder: string;
  projectId: string;
  credentials: Record<string, object>;
}

export async function startPlatform() {
  const sandbox = await startSandbox({
    seedRuns: false,
    scriptDefaults: { queueSeconds: 0, durationSeconds: 1 },
  });
  const questions = questionsTo(sandbox);
  return {
    projectId,
    credentials: {
      dataPlatformApi: sandbox.credentials,
      dataPlatformUploadTokenApi: sandbox.uploadCredentials,
    },
    answer: ({ name, parameters }: Question): unknown =>
      (questions[name] as (...given: unknown[]) => unknown)(...parameters),
    close: () => sandbox.close(),
  };
}
