import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { NamedEntity } from '../../../platform/resources/namedEntity';

/** What the catalog has, by name. */
export type CatalogList = (client: PlatformClient, options?: CallOptions) => Promise<NamedEntity[]>;

export const repositories: CatalogList = async (client, options) =>
  (await (await client.catalog(options)).repositories.list(options)).map(({ id, name }) => ({
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
  return async (client, options) => {
    const all = await (await client.catalog(options)).technologies.list(undefined, options);
    return all.filter(fit).map(({ id, label }) => ({ id, name: label }));
  };
}
