import { InvalidInputError } from '../errors/errors';
import type { Platform } from '../connection/platform';
import type { CallOptions } from '../graphql/send/endpoint';
import { cachedList } from '../time/cache';
import { unlessCancelled } from '../time/cancel';
import { Technologies } from './catalog/technologies';
import { Jobs } from './job/job';
import { findIdByName } from './namedEntity';
import { Projects, type ProjectSettings } from './project';
import type { Settings } from './resource';

/** Projects whose settings may name the technologies that they allow. */
export class ProjectsWithTechnologies extends Projects {
  constructor(private readonly platform: Platform) {
    super(platform.projects);
  }

  override async prepareCreate(settings: Settings<WithTechnologies>, options?: CallOptions) {
    return await super.prepareCreate(
      await withAllowedTechnologies(this.platform, settings, options),
      options,
    );
  }

  override async prepareUpdate(
    id: unknown,
    settings: Settings<WithTechnologies>,
    options?: CallOptions,
  ) {
    const allowed = await withAllowedTechnologies(this.platform, settings, options);
    return await super.prepareUpdate(id, allowed, options);
  }
}

interface WithTechnologies extends ProjectSettings {
  /** IDs of the catalog, or names that only one of its technologies has. */
  allowedTechnologies?: unknown;
}

/**
 * Adds the allowed technologies to the settings of a project, in the platform's format: those of jobs in each category, and those of
 * apps. If none is chosen for jobs, or for apps, these stay as they are.
 * @throws InvalidInputError if the catalog lacks one
 */
async function withAllowedTechnologies(
  platform: Platform,
  { values, more }: Settings<WithTechnologies>,
  options?: CallOptions,
): Promise<Settings<ProjectSettings>> {
  const { allowedTechnologies: chosen, ...others } = values;
  const settings = { values: others, more };
  if (!Array.isArray(chosen) || chosen.length === 0) return settings;
  const { technologies, categories } = await unlessCancelled(offered(platform), options?.signal);
  const known = technologies.map(({ id, label }) => ({ id, name: label }));
  const ids = new Set(chosen.map((given) => findIdByName('technology', known, String(given))));
  const ofApps = new Set(
    technologies.filter(({ __typename }) => __typename === 'AppTechnology').map(({ id }) => id),
  );
  const forApps = [...ids].filter((id) => ofApps.has(id)).map((id) => ({ id }));
  const forJobs = [...ids].filter((id) => !ofApps.has(id)).map((id) => ({ id }));
  if (forJobs.length > 0 && categories.length === 0) {
    throw new InvalidInputError(
      'The platform returned no category of jobs',
      'Technologies of jobs are allowed by category. Set "technologiesByCategory" in "More Fields (JSON)".',
    );
  }
  const allowed = {
    ...(forApps.length > 0 && { appTechnologies: forApps }),
    ...(forJobs.length > 0 && {
      technologiesByCategory: categories.map((jobCategory) => ({
        jobCategory,
        technologies: forJobs,
      })),
    }),
  };
  return { ...settings, values: { ...settings.values, ...allowed } };
}

/** Reads the technologies and categories to choose from, once for all items. */
async function offered(platform: Platform) {
  return await cachedList(`${platform.projects.key} allowed technologies`, async () => {
    const [technologies, categories] = await Promise.all([
      platform.catalog().then(async (catalog) => await new Technologies(catalog).list(undefined)),
      new Jobs(platform.projects).listCategories(),
    ]);
    return { technologies, categories };
  });
}
