import { requireFound } from '../../graphql/refusals';
import { resolveFields, type Resolvers } from '../../graphql/resolvers';
import { JobVersionDetails } from '../../store/jobs';
import type { JobVersion } from '../../store/store';
import { buildArtifactPath } from './artifact';
import { readVersion, type JobVersionInput } from './jobInput';
import { rewriteText } from '../inputs';
import { resolveStored, versionFields } from '../versioned';

interface Addition {
  jobId: string;
  jobVersion: JobVersionInput;
  file?: File | null;
}

export const jobVersion: Resolvers = {
  Mutation: {
    addJobVersion: async ({ jobId, jobVersion, file }: Addition, { store, user }) => {
      const job = store.jobTable.get(jobId);
      const details = await readVersion(store, jobVersion, file, store.jobTable.details(job));
      return requireFound(store.addJobVersion(job.id, details, user), 'Job', jobId);
    },
    rollbackJobVersion: (args: { jobId: string; versionNumber: number }, { store }) =>
      store.jobTable.rollBack(args.jobId, args.versionNumber),
    deleteJobVersions: (args: { jobId: string; jobVersionNumbers: number[] }, { store }) =>
      store.jobTable.deleteVersions(
        args.jobId,
        args.jobVersionNumbers,
        store.runsOfJob(args.jobId),
      ),
  },
  JobVersion: resolveFields<JobVersion>({
    ...resolveStored('details', Object.keys(new JobVersionDetails())),
    ...versionFields,
    isCurrent: ({ ownerId, number }, { store }) => store.job(ownerId)?.versionNumber === number,
    commandLine: ({ details }, context) => rewriteText(details.commandLine, context),
    packageInfo: ({ details, ownerId: jobId, number }, { store, platformId }) => {
      if (!details.packageInfo) return null;
      const { name, sha256 } = details.packageInfo;
      const { projectId = '' } = store.job(jobId) ?? {};
      const key = { platformId, projectId, jobId, number, name };
      return { name, downloadUrl: sha256 === null ? null : buildArtifactPath(key) };
    },
  }),
};
