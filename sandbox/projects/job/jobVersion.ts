import { found, type Resolvers } from '../../graphql/resolvers';
import { isEnded } from '../../runs/timeline';
import type { JobVersion, SandboxStore } from '../../store/store';
import { artifactPath } from './artifact';
import { versionOf, type JobVersionInput } from './jobInput';
import { toldCommandLine } from '../inputs';

interface Addition {
  jobId: string;
  jobVersion: JobVersionInput;
  file?: File | null;
}

/** What the resolvers of a JobVersion start from. */
type VersionOfJob = JobVersion & { jobId: string };

export const jobVersionResolvers: Resolvers = {
  Query: {
    jobVersion: (_root, { jobId, number }: { jobId: string; number: number }, { store }) => {
      const { id } = found(store.job(jobId), 'Job', jobId);
      const version = found(store.jobVersion(id, number), 'Job version', String(number));
      return { ...version, jobId: id };
    },
  },
  Mutation: {
    // The new version becomes the current one.
    addJobVersion: async (_root, { jobId, jobVersion, file }: Addition, { store, user }) => {
      const job = found(store.job(jobId), 'Job', jobId);
      const previous = store.jobVersion(job.id, job.versionNumber)?.details;
      const details = await versionOf(store, jobVersion, file, previous);
      return {
        ...found(store.addJobVersion(job.id, details, user), 'Job', jobId),
        jobId: job.id,
      };
    },
    // An earlier version becomes the current one.
    rollbackJobVersion: (
      _root,
      { jobId, versionNumber }: { jobId: string; versionNumber: number },
      { store },
    ) => {
      const { id } = found(store.job(jobId), 'Job', jobId);
      found(store.jobVersion(id, versionNumber), 'Job version', String(versionNumber));
      return store.editJob(id, { versionNumber });
    },
    // Those that cannot go stay, and are told of.
    deleteJobVersions: (_root, args: { jobId: string; jobVersionNumbers: number[] }, { store }) => {
      const { id: jobId } = found(store.job(args.jobId), 'Job', args.jobId);
      return args.jobVersionNumbers.map((number) => {
        const isFree = reasonsAgainstDeletion(store, { jobId, number }).length === 0;
        return { number, success: isFree && store.deleteJobVersion(jobId, number) };
      });
    },
  },
  JobVersion: {
    creationDate: ({ createdAt }: VersionOfJob) => createdAt,
    isCurrent: ({ jobId, number }: VersionOfJob, _args: unknown, { store }) =>
      store.job(jobId)?.versionNumber === number,
    isMajor: () => false,
    releaseNote: ({ details }: VersionOfJob) => details.releaseNote,
    runtimeVersion: ({ details }: VersionOfJob) => details.runtimeVersion,
    commandLine: ({ details }: VersionOfJob, _args: unknown, context) =>
      toldCommandLine(details.commandLine, context),
    packageInfo: (
      { details: { packageInfo }, jobId, number }: VersionOfJob,
      _args: unknown,
      { store, platformId },
    ) => {
      if (!packageInfo) return null;
      const { name, sha256 } = packageInfo;
      const { projectId = '' } = store.job(jobId) ?? {};
      const place = { platformId, projectId, jobId, number, name };
      return { name, downloadUrl: sha256 === null ? null : artifactPath(place) };
    },
    dockerInfo: ({ details }: VersionOfJob) => details.dockerInfo,
    extraTechnology: ({ details }: VersionOfJob) => details.extraTechnology,
    resources: ({ details }: VersionOfJob) => details.resources,
    doesUseGPU: ({ jobId }: VersionOfJob, _args: unknown, { store }) =>
      store.job(jobId)?.settings.doesUseGPU,
    sourceUrl: ({ details }: VersionOfJob) => details.sourceUrl,
    deletableState: (version: VersionOfJob, _args: unknown, { store }) => {
      const reasons = reasonsAgainstDeletion(store, version);
      return { deletable: reasons.length === 0, reasons };
    },
  },
};

function reasonsAgainstDeletion(
  store: SandboxStore,
  { jobId, number }: Pick<VersionOfJob, 'jobId' | 'number'>,
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
