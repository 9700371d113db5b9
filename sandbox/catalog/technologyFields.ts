import { found } from '../graphql/refusals';
import type { ById, Subject } from '../graphql/resolvers';
import { APP_TECHNOLOGY_IDS } from '../ids';
import { CONTEXT_VOLUMES, type Context, type Technology } from '../store/catalog/technology';

type ContextOf = Context & { kind: string; lastUpdate: number };

const RESOURCES = { cpu: { limit: 1 }, memory: { limit: '2 GB' } };
const APP_RESOURCES = { cpu: { limit: 2 }, memory: { limit: '4 GB' } };

const COMMAND_LINE = {
  label: 'Command line',
  type: 'COMMAND_LINE',
  mandatory: true,
  defaultValue: null,
  comment: 'What the job runs',
};

/** Technologies and their contexts. There is no root field for either: they are reached through repositories. */
export const technology: Subject = {
  Query: {
    technology: ({ id }: ById, { store }) => found(store.catalog.technology(id), 'Technology', id),
    // Of all technologies, each once, in alphabetical order.
    facets: (_args, { store }) => {
      const names = new Set(store.catalog.technologies().flatMap(({ facets }) => facets));
      const activationDate = Math.min(...store.catalog.list().map(({ createdAt }) => createdAt));
      return [...names].sort().map((name) => ({
        name,
        description: `Technologies for ${name.toLowerCase()}`,
        activationDate,
      }));
    },
  },
  Technology: { __resolveType: ({ kind }: Technology) => kind },
  Context: { __resolveType: ({ kind }: ContextOf) => kind },
  JobTechnology: technologyFields(RESOURCES, { contexts: contextsAs('JobContext') }),
  SparkTechnology: technologyFields(RESOURCES, {
    customFlags: () => ['Spark'],
    contexts: contextsAs('SparkContext'),
  }),
  AppTechnology: technologyFields(APP_RESOURCES, {
    customFlags: ({ id }) => (id === APP_TECHNOLOGY_IDS.dockerImage ? ['GenericApp'] : []),
    baseline: ({ description, label }) => description ?? label,
    appContexts: contextsAs('AppCatalogContext'),
  }),
  JobContext: contextFields(RESOURCES),
  SparkContext: contextFields(RESOURCES),
  AppCatalogContext: contextFields(APP_RESOURCES, {
    dockerInfo: (context) => dockerInfo(context) ?? { image: 'any', version: context.id },
    ports: ({ ports }) =>
      ports.map((port) => ({
        port,
        name: 'web',
        basePath: null,
        rewriteUrl: true,
        scope: 'PROJECT',
      })),
    volumes: () => CONTEXT_VOLUMES,
  }),
};

type Fields<T> = Record<string, (thing: T) => unknown>;

function technologyFields(defaultResources: object, others: Fields<Technology>) {
  return {
    customFlags: () => [],
    missingFacets: () => [],
    defaultResources: () => defaultResources,
    ...others,
  };
}

function contextFields(defaultResources: object, others: Fields<ContextOf> = {}) {
  return {
    facets: () => [],
    missingFacets: () => [],
    job: () => ({ features: [COMMAND_LINE] }),
    dockerInfo,
    defaultResources: () => defaultResources,
    ...others,
  };
}

function contextsAs(kind: string) {
  return ({ contexts, lastUpdate }: Technology): ContextOf[] =>
    contexts.map((context) => ({ ...context, kind, lastUpdate }));
}

function dockerInfo({ dockerImage }: Context): { image: string; version: string } | null {
  const [image, version = 'latest'] = dockerImage?.split(':') ?? [];
  return image === undefined ? null : { image, version };
}
