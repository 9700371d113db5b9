import type { FileContent } from '../../common/content/fileContent';
import { hashPieces, hashContent } from '../../common/content/bytes';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Settings } from '../resource';
import type { Platform } from '../../connection/platform';
import { PlatformError } from '../../common/errors/errors';
import { readProjectId } from '../../common/input/identifiers';
import { without } from '../../common/text/names';
import { isAsWanted } from '../comparing';
import {
  Jobs,
  type JobDetails,
  type JobVersion,
  type JobVersionSettings,
  type NewJob,
  type NewVersion,
} from './job';
import { JOB } from './fields';
import type { PreparedChange } from '../entities';
import type { Job } from './list';
import { updateIfDifferent, upsert, type Upserted } from '../upsert';
import { collectInputPaths, withoutInformationalFields } from '../entityFields';
import { valueAt } from '../../common/text/values';

interface PackageInfo {
  name?: string;
  downloadUrl?: string | null;
}

/** Compares the contents of packages. A package without an address counts as different. */
async function hasPackage(
  platform: Platform,
  current: PackageInfo | null | undefined,
  file: FileContent,
  options?: CallOptions,
): Promise<boolean> {
  if (!current?.downloadUrl) return false;
  return await platform.readPackage(
    current.downloadUrl,
    async ({ size, body }) => {
      if (size !== undefined && size !== file.size) return false;
      const [currentHash, wantedHash] = [await hashPieces(body), await hashContent(file)];
      return currentHash === wantedHash;
    },
    options,
  );
}

type UpsertedJob = JobDetails & Upserted;

export class UpsertableJobs extends Jobs {
  constructor(private readonly platform: Platform) {
    super(platform.projects);
  }

  /**
   * Prepares to update the job with the alias, otherwise the job with the name, or to create a job if neither exists. A version is
   * added only if the package or one of `COMPARED_SETTINGS` differs. Settings without a value stay unchanged.
   */
  async prepareUpsert(
    job: Settings<NewJob>,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<PreparedChange<UpsertedJob>> {
    const { endpoint } = this;
    const create = await this.prepareCreate(job, version, options);
    const { name, alias } = job.values;
    const projectId = readProjectId(job.values.projectId);
    return async () =>
      await upsert<Job, JobDetails>(endpoint, {
        noun: 'job',
        projectId,
        wanted: { name: name.trim(), alias },
        list: async () => await this.list(projectId, options, ['alias']),
        create,
        update: async ({ id }) => await this.updateExisting(id, job, version, options),
      });
  }

  private async updateExisting(
    id: string,
    { values, more }: Settings<NewJob>,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<UpsertedJob> {
    const current = await this.get(id, options, Object.keys(more ?? {}));
    requireSameTechnology(current, values);
    const settings = without(values, 'projectId', 'technologyId');
    const nextVersion = buildNextVersion(current.versions?.[0], version);
    return await updateIfDifferent({
      noun: 'job',
      current,
      settings: { values: { ...settings, name: settings.name.trim() }, more },
      prepareUpdate: async (changes) => await this.prepareUpdate(id, changes, options),
      prepareAddVersion: async () => await this.prepareAddVersion(id, nextVersion, options),
      hasWantedVersion: async ({ versions: [currentVersion] = [] }: JobDetails) =>
        await hasWantedVersion(this.platform, currentVersion, version, options),
      read: async () => await this.get(id, options),
    });
  }
}

/** The settings whose change needs a new version, with their paths in responses. `hasPackage` compares packages. */
const COMPARED_SETTINGS = Object.entries(
  collectInputPaths(withoutInformationalFields(without(JOB.version, 'packageInfo'))),
);

async function hasWantedVersion(
  platform: Platform,
  current: JobVersion | undefined,
  { values, file }: NewVersion,
  options?: CallOptions,
): Promise<boolean> {
  const wantedSettings = new Map(Object.entries(values));
  const currentSettings = new Map(Object.entries(toVersionSettings(current)));
  const isSame = COMPARED_SETTINGS.every(([name]) =>
    isAsWanted(name, wantedSettings.get(name), currentSettings.get(name)),
  );
  if (!isSame) return false;
  return !file || (await hasPackage(platform, current?.packageInfo, file, options));
}

/** Keeps the current values of settings that have no wanted value, including the package. */
function buildNextVersion(current: JobVersion | undefined, wanted: NewVersion): NewVersion {
  const keepsPackage = !wanted.file && Boolean(current?.packageInfo);
  return {
    ...wanted,
    values: {
      ...toVersionSettings(current),
      ...(keepsPackage && { usePreviousArtifact: true }),
      ...wanted.values,
    },
  };
}

/** Returns the settings of a version without its package. */
function toVersionSettings(version: JobVersion | undefined): JobVersionSettings {
  const values = COMPARED_SETTINGS.map(([name, paths]) => {
    return [name, paths.map((path) => valueAt(version, path)).find(Boolean)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value));
}

function requireSameTechnology({ id, technology }: JobDetails, { technologyId }: NewJob): void {
  if (!technology?.id || technology.id.toLowerCase() === technologyId.trim().toLowerCase()) return;
  throw new PlatformError(`The job ${id} runs with another technology: ${technology.id}`, {
    hint: 'The technology of a job cannot be changed. Choose the current technology of the job, or use another name and alias. Nothing was changed.',
    code: 'INVALID_VALUE',
  });
}
