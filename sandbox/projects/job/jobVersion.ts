import { found } from '../../graphql/refusals';
import { fieldsOf, type Subject } from '../../graphql/resolvers';
import { JobVersionDetails } from '../../store/jobs';
import type { JobVersion } from '../../store/store';
import { artifactPath } from './artifact';
import { versionOf, type JobVersionInput } from './jobInput';
import { toldCommandLine } from '../inputs';
import { deletedVersions, keptIn, rolledBack, versionFields, versionFound } from '../versioned';

interface Addition {
  jobId: string;
  jobVersion: JobVersionInput;
  file?: File | null;
}

export const jobVersion: Subject = {
  Query: {
    jobVersion: ({ jobId, number }: { jobId: string; number: number }, { store }) =>
      versionFound(store.jobTable, jobId, number),
  },
  Mutation: {
    // The new version becomes the current one.
    addJobVersion: async ({ jobId, jobVersion, file }: Addition, { store, user }) => {
      const job = store.jobTable.get(jobId);
      const details = await versionOf(store, jobVersion, file, store.jobTable.current(job));
      return found(store.addJobVersion(job.id, details, user), 'Job', jobId);
    },
    rollbackJobVersion: (args: { jobId: string; versionNumber: number }, { store }) =>
      rolledBack(store.jobTable, args.jobId, args.versionNumber),
    deleteJobVersions: (args: { jobId: string; jobVersionNumbers: number[] }, { store }) =>
      deletedVersions(
        store.jobTable,
        args.jobId,
        args.jobVersionNumbers,
        store.runsOfJob(args.jobId),
      ),
  },
  JobVersion: fieldsOf<JobVersion>({
    ...keptIn('details', Object.keys(new JobVersionDetails())),
    ...versionFields,
    isCurrent: ({ ownerId, number }, { store }) => store.job(ownerId)?.versionNumber === number,
    commandLine: ({ details }, context) => toldCommandLine(details.commandLine, context),
    packageInfo: ({ details, ownerId: jobId, number }, { store, platformId }) => {
      if (!details.packageInfo) return null;
      const { name, sha256 } = details.packageInfo;
      const { projectId = '' } = store.job(jobId) ?? {};
      const place = { platformId, projectId, jobId, number, name };
      return { name, downloadUrl: sha256 === null ? null : artifactPath(place) };
    },
    doesUseGPU: ({ ownerId }, { store }) => store.job(ownerId)?.settings.doesUseGPU,
  }),
};
