import { found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { JobVersion } from '../store/store';
import { versionOf, type JobVersionInput } from './jobInput';

interface Addition {
  jobId: string;
  jobVersion: JobVersionInput;
  file?: File | null;
}

/** What the resolvers of a JobVersion start from. */
type VersionOfJob = JobVersion & { jobId: string };

export const jobVersionPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type PackageInfo {
      name: String!
      "Bytes"
      size: Int
      sha256: String
    }

    type JobDockerInfo {
      image: String!
      dockerCredentialsId: UUID
    }

    type ExtraTechnology {
      language: String!
      version: String!
    }

    type JobVersion {
      number: Int!
      creationDate: DateTime!
      creator: String!
      isCurrent: Boolean!
      releaseNote: String
      runtimeVersion: String
      commandLine: String
      packageInfo: PackageInfo
      dockerInfo: JobDockerInfo
      dockerImage: String @deprecated(reason: "Use dockerInfo.image")
      extraTechnology: ExtraTechnology
      sourceUrl: String
    }

    type Query {
      jobVersion(jobId: UUID!, number: Int!): JobVersion
    }

    type Mutation {
      "The new version becomes the current one"
      addJobVersion(jobId: UUID!, jobVersion: JobVersionInput!, file: Upload): JobVersion!
      "An earlier version becomes the current one"
      rollbackJobVersion(jobId: UUID!, versionNumber: Int!): Job!
    }
  `,
  resolvers: {
    Query: {
      jobVersion: (_root, { jobId, number }: { jobId: string; number: number }, { store }) => {
        const { id } = found(store.job(jobId), 'Job', jobId);
        const version = found(store.jobVersion(id, number), 'Job version', String(number));
        return { ...version, jobId: id };
      },
    },
    Mutation: {
      addJobVersion: async (_root, { jobId, jobVersion, file }: Addition, { store, user }) => {
        const job = found(store.job(jobId), 'Job', jobId);
        const previous = store.jobVersion(job.id, job.versionNumber)?.details;
        const details = await versionOf(store, jobVersion, file, previous);
        return {
          ...found(store.addJobVersion(job.id, details, user), 'Job', jobId),
          jobId: job.id,
        };
      },
      rollbackJobVersion: (
        _root,
        { jobId, versionNumber }: { jobId: string; versionNumber: number },
        { store },
      ) => {
        const { id } = found(store.job(jobId), 'Job', jobId);
        found(store.jobVersion(id, versionNumber), 'Job version', String(versionNumber));
        return store.editJob(id, { versionNumber });
      },
    },
    JobVersion: {
      creationDate: ({ createdAt }: VersionOfJob) => createdAt,
      isCurrent: ({ jobId, number }: VersionOfJob, _args: unknown, { store }) =>
        store.job(jobId)?.versionNumber === number,
      releaseNote: ({ details }: VersionOfJob) => details.releaseNote,
      runtimeVersion: ({ details }: VersionOfJob) => details.runtimeVersion,
      commandLine: ({ details }: VersionOfJob) => details.commandLine,
      packageInfo: ({ details }: VersionOfJob) => details.packageInfo,
      dockerInfo: ({ details }: VersionOfJob) => details.dockerInfo,
      dockerImage: ({ details }: VersionOfJob) => details.dockerInfo?.image ?? null,
      extraTechnology: ({ details }: VersionOfJob) => details.extraTechnology,
      sourceUrl: ({ details }: VersionOfJob) => details.sourceUrl,
    },
  },
};
