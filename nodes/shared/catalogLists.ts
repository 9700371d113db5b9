import type { CallOptions } from '../../platform/graphql/endpoint';
import type { NamedThing } from '../../platform/projects/namedThing';
import type { PlatformClient } from './platformClient';

/** What the catalog has, by name. */
export type CatalogList = (client: PlatformClient, options?: CallOptions) => Promise<NamedThing[]>;

export const repositories: CatalogList = async ({ api, platform }, options) =>
  (await api.listRepositories(await platform.catalog(options), options)).map(({ id, name }) => ({
    id,
    name,
  }));

export const technologies = technologiesThat(() => true);

export const jobTechnologies = technologiesThat(
  ({ __typename, available }) => __typename !== 'AppTechnology' && available !== false,
);

export const appTechnologies = technologiesThat(
  ({ __typename = 'AppTechnology', available }) =>
    __typename === 'AppTechnology' && available !== false,
);

function technologiesThat(fit: (technology: Record<string, unknown>) => boolean): CatalogList {
  return async ({ api, platform }, options) => {
    const all = await api.listTechnologies(await platform.catalog(options), undefined, options);
    return all.filter(fit).map(({ id, label }) => ({ id, name: label }));
  };
}
