import { requireFound } from '../graphql/refusals';
import type { ById, Resolvers } from '../graphql/resolvers';
import { APP_TECHNOLOGY_IDS } from '../ids';
import type { Context, Technology } from '../store/catalog/technology';

type ContextWithKind = Context & { kind: string; lastUpdate: number };

const RESOURCES = { cpu: { limit: 1 }, memory: { limit: '2 GB' } };
const APP_RESOURCES = { cpu: { limit: 2 }, memory: { limit: '4 GB' } };

const COMMAND_LINE = {
  label: 'Command line',
  type: 'COMMAND_LINE',
  mandatory: true,
  defaultValue: null,
  comment: 'Command that the job runs',
};

/** Resolves technologies and their contexts. Clients list them through repositories. */
export const technology: Resolvers = {
  Query: {
    technology: ({ id }: ById, { store }) =>
      requireFound(store.catalog.technology(id), 'Technology', id),
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
  Context: { __resolveType: ({ kind }: ContextWithKind) => kind },
  JobTechnology: buildTechnologyFields(RESOURCES, { contexts: listContextsAs('JobContext') }),
  SparkTechnology: buildTechnologyFields(RESOURCES, {
    customFlags: () => ['Spark'],
    contexts: listContextsAs('SparkContext'),
  }),
  AppTechnology: buildTechnologyFields(APP_RESOURCES, {
    customFlags: ({ id }) => (id === APP_TECHNOLOGY_IDS.dockerImage ? ['GenericApp'] : []),
    baseline: ({ description, label }) => description ?? label,
    appContexts: listContextsAs('AppCatalogContext'),
  }),
  JobContext: buildContextFields(RESOURCES),
  SparkContext: buildContextFields(RESOURCES),
  AppCatalogContext: buildContextFields(APP_RESOURCES, {
    ports: ({ ports }) =>
      ports.map((port) => ({
        port,
        name: 'web',
        basePath: null,
        rewriteUrl: true,
        scope: 'PROJECT',
      })),
    volumes: () => [{ path: '/data', size: '1 GB' }],
  }),
};

type Fields<T> = Record<string, (entity: T) => unknown>;

function buildTechnologyFields(defaultResources: object, others: Fields<Technology>) {
  return {
    customFlags: () => [],
    missingFacets: () => [],
    defaultResources: () => defaultResources,
    ...others,
  };
}

function buildContextFields(defaultResources: object, others: Fields<ContextWithKind> = {}) {
  return {
    facets: () => [],
    missingFacets: () => [],
    job: () => ({ features: [COMMAND_LINE] }),
    defaultResources: () => defaultResources,
    ...others,
  };
}

function listContextsAs(kind: string) {
  return ({ contexts, lastUpdate }: Technology): ContextWithKind[] =>
    contexts.map((context) => ({ ...context, kind, lastUpdate }));
}
