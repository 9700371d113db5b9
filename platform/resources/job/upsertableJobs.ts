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
import { collectInputPaths, withoutNotes } from '../entityFields';
import { valueAt } from '../../common/text/values';

interface PackageInfo {
  name?: string;
  downloadUrl?: string | null;
}

/** Compares the contents. A package that cannot be read counts as different. */
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
      const [stored, wanted] = [await hashPieces(body), await hashContent(file)];
      return stored === wanted;
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
   * Prepares to create a job, or to update the one with the alias or else the name. It adds a version only if the package, command,
   * image or runtime differs. Settings that are not given stay.
   */
  async prepareUpsert(
    job: Settings<NewJob>,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<PreparedChange<UpsertedJob>> {
    const { endpoint } = this;
    const create = await this.prepareCreate(job, version, options);
    const { projectId, name, alias } = job.values;
    const project = readProjectId(projectId);
    return async () =>
      await upsert<Job, JobDetails>(endpoint, {
        noun: 'job',
        projectId: project,
        wanted: { name: name.trim(), alias },
        list: async () => await this.list(project, options, ['alias']),
        create,
        update: async ({ id }) => await this.updateIfDifferent(id, job, version, options),
      });
  }

  private async updateIfDifferent(
    id: string,
    { values, more }: Settings<NewJob>,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<UpsertedJob> {
    const current = await this.get(id, options, Object.keys(more ?? {}));
    requireSameTechnology(current, values);
    const settings = without(values, 'projectId', 'technologyId');
    const next = nextVersion(current.versions?.[0], version);
    return await updateIfDifferent({
      noun: 'job',
      current,
      settings: { values: { ...settings, name: settings.name.trim() }, more },
      prepareUpdate: async (changes) => await this.prepareUpdate(id, changes, options),
      prepareAddVersion: async () => await this.prepareAddVersion(id, next, options),
      hasWantedVersion: async ({ versions: [currentVersion] = [] }: JobDetails) =>
        await isSameVersion(this.platform, currentVersion, version, options),
      read: async () => await this.get(id, options),
    });
  }
}

/** Settings whose change needs a new version, with the paths in responses. `hasPackage` compares packages. */
const COMPARED = Object.entries(
  collectInputPaths(withoutNotes(without(JOB.version, 'packageInfo'))),
);

async function isSameVersion(
  platform: Platform,
  current: JobVersion | undefined,
  { values, file }: NewVersion,
  options?: CallOptions,
): Promise<boolean> {
  const wanted = new Map(Object.entries(values));
  const known = new Map(Object.entries(toVersionSettings(current)));
  const isSame = COMPARED.every(([name]) => isAsWanted(name, wanted.get(name), known.get(name)));
  if (!isSame) return false;
  return !file || (await hasPackage(platform, current?.packageInfo, file, options));
}

/** Keeps settings of the current version that are not given, including its package. */
function nextVersion(current: JobVersion | undefined, wanted: NewVersion): NewVersion {
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

/** Leaves out the package. */
function toVersionSettings(version: JobVersion | undefined): JobVersionSettings {
  const values = COMPARED.map(([name, places]) => {
    return [name, places.map((place) => valueAt(version, place)).find(Boolean)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value));
}

function requireSameTechnology({ id, technology }: JobDetails, { technologyId }: NewJob): void {
  if (!technology?.id || technology.id.toLowerCase() === technologyId.trim().toLowerCase()) return;
  throw new PlatformError(`The job ${id} runs with another technology: ${technology.id}`, {
    hint: 'The technology of a job cannot be changed. Choose its technology, or use another name and alias. Nothing was changed.',
    code: 'INVALID_VALUE',
  });
}
