import { PROJECT_IDS, startSandbox } from '../../sandbox';
import type { Question, Questions, ScenarioInput } from './questions';

export interface TriedPlatform {
  input: Pick<ScenarioInput, 'projectId' | 'credentials'>;
  answer(question: Question): unknown;
  close(): Promise<void>;
}

/** A sandbox platform that a scenario in another process can ask and prepare. */
export async function startPlatform(): Promise<TriedPlatform> {
  const sandbox = await startSandbox({
    seedRuns: false,
    scriptDefaults: { queueSeconds: 0, durationSeconds: 1 },
  });
  const projectId = PROJECT_IDS.retail;
  const questions: Questions = {
    addJob: (script) => sandbox.store.addJob({ projectId, name: 'Job', script }).id,
    startRun: (jobId) => sandbox.store.startRun(jobId)?.id,
    runsOfJob: (jobId) => sandbox.store.runsOfJob(jobId).map(({ id }) => id),
    writeFile: (path, text) => sandbox.confFiles.write(path, text),
    readFile: (path) => sandbox.confFiles.read(path)?.toString(),
  };
  return {
    input: {
      projectId,
      credentials: {
        dataPlatformApi: sandbox.credentials,
        dataPlatformUploadTokenApi: sandbox.uploadCredentials,
      },
    },
    answer: ({ name, parameters }) =>
      (questions[name] as (...given: unknown[]) => unknown)(...parameters),
    close: () => sandbox.close(),
  };
}
