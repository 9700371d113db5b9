import { found, type Resolvers } from '../../graphql/resolvers';
import { isEnded } from '../../runs/timeline';
import type { JobVersion, SandboxStore } from '../../store/store';
import { artifactPath } from './artifact';
import { versionOf, type JobVersionInput } from './jobInput';
import { toldCommandLine } from '../inputs';
import {
  deletableState,
  deletedVersions,
  keptIn,
  rolledBack,
  versionFields,
  versionFound,
} from '../versioned';

interface Addition {
  jobId: string;
  jobVersion: JobVersionInput;
  file?: File | null;
}

export const jobVersionResolvers: Resolvers = {
  Query: {
    jobVersion: (_root, { jobId, number }: { jobId: string; number: number }, { store }) =>
      versionFound(store.jobTable, jobId, number),
  },
  Mutation: {
    // The new version becomes the current one.
    addJobVersion: async (_root, { jobId, jobVersion, file }: Addition, { store, user }) => {
      const job = found(store.job(jobId), 'Job', jobId);
      const details = await versionOf(store, jobVersion, file, store.jobTable.current(job));
      return found(store.addJobVersion(job.id, details, user), 'Job', jobId);
    },
    rollbackJobVersion: (_root, args: { jobId: string; versionNumber: number }, { store }) =>
      rolledBack(store.jobTable, args.jobId, args.versionNumber),
    deleteJobVersions: (_root, args: { jobId: string; jobVersionNumbers: number[] }, { store }) =>
      deletedVersions(store.jobTable, args.jobId, args.jobVersionNumbers, (version) =>
        reasonsAgainstDeletion(store, version),
      ),
  },
  JobVersion: {
    ...versionFields,
    ...keptIn('details', [
      'runtimeVersion',
      'dockerInfo',
      'extraTechnology',
      'resources',
      'sourceUrl',
    ]),
    isCurrent: ({ ownerId, number }: JobVersion, _args: unknown, { store }) =>
      store.job(ownerId)?.versionNumber === number,
    commandLine: ({ details }: JobVersion, _args: unknown, context) =>
      toldCommandLine(details.commandLine, context),
    packageInfo: (
      { details: { packageInfo }, ownerId: jobId, number }: JobVersion,
      _args: unknown,
      { store, platformId },
    ) => {
      if (!packageInfo) return null;
      const { name, sha256 } = packageInfo;
      const { projectId = '' } = store.job(jobId) ?? {};
      const place = { platformId, projectId, jobId, number, name };
      return { name, downloadUrl: sha256 === null ? null : artifactPath(place) };
    },
    doesUseGPU: ({ ownerId }: JobVersion, _args: unknown, { store }) =>
      store.job(ownerId)?.settings.doesUseGPU,
    deletableState: (version: JobVersion, _args: unknown, { store }) =>
      deletableState(reasonsAgainstDeletion(store, version)),
  },
};

function reasonsAgainstDeletion(
  store: SandboxStore,
  { ownerId: jobId, number }: Pick<JobVersion, 'ownerId' | 'number'>,
): string[] {
  const runs = store.runsOfJob(jobId).filter(({ versionNumber }) => versionNumber === number);
  return [
    ...(store.job(jobId)?.versionNumber === number ? ['CURRENT_VERSION'] : []),
    ...(runs.some(({ status }) => !isEnded(status)) ? ['VERSION_HAS_UNFINISHED_INSTANCES'] : []),
    ...(runs.some(({ pipelineRunId }) => pipelineRunId !== null)
      ? ['VERSION_LINKED_TO_PIPELINE_INSTANCE']
      : []),
  ];
}
