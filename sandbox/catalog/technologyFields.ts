import { badInput, found, type Resolvers } from '../graphql/resolvers';
import { APP_TECHNOLOGY_IDS } from '../ids';
import type { Context, Technology } from '../store/catalog/technology';

type ContextOf<K extends string> = Context & { kind: K; lastUpdate: number };

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
export const technologyResolvers: Resolvers = {
  Query: {
    technology: (_root, { id }: { id: string }, { store }) =>
      found(store.catalog.technology(id), 'Technology', id),
    // Ids that there are not are left out.
    technologiesByIds: (_root, { ids }: { ids: string[] }, { store }) =>
      ids.map((id) => store.catalog.technology(id)).filter((one) => one !== undefined),
    updatedTechnologies: (_root, { from }: { from: string }, { store }) => {
      const since = Date.parse(from);
      if (Number.isNaN(since)) throw badInput(`${from} is not a moment in ISO 8601`);
      return store.catalog.technologies().filter(({ lastUpdate }) => lastUpdate >= since);
    },
    // Of all technologies, each once, in alphabetical order.
    facets: (_root, _args, { store }) => {
      const names = new Set(store.catalog.technologies().flatMap(({ facets }) => facets));
      const activationDate = Math.min(
        ...store.catalog.repositories().map(({ createdAt }) => createdAt),
      );
      return [...names].sort().map((name) => ({
        name,
        description: `Technologies for ${name.toLowerCase()}`,
        activationDate,
      }));
    },
  },
  Technology: { __resolveType: ({ kind }: Technology) => kind },
  Context: { __resolveType: ({ kind }: ContextOf<string>) => kind },
  JobTechnology: {
    ...technologyFields(RESOURCES),
    contexts: (technology: Technology) => contextsOf(technology, 'JobContext'),
  },
  SparkTechnology: {
    ...technologyFields(RESOURCES),
    customFlags: () => ['Spark'],
    contexts: (technology: Technology) => contextsOf(technology, 'SparkContext'),
  },
  AppTechnology: {
    ...technologyFields(APP_RESOURCES),
    customFlags: ({ id }: Technology) =>
      id === APP_TECHNOLOGY_IDS.dockerImage ? ['GenericApp'] : [],
    baseline: ({ description, label }: Technology) => description ?? label,
    appContexts: (technology: Technology) => contextsOf(technology, 'AppCatalogContext'),
  },
  JobContext: contextFields(RESOURCES),
  SparkContext: {
    ...contextFields(RESOURCES),
    technologyContexts: (context: ContextOf<string>) => [
      {
        ...context,
        kind: 'SparkTechnologyContext',
        id: context.sparkVersion ?? context.id,
        label: `Spark ${context.sparkVersion ?? context.label}`,
      },
    ],
  },
  SparkTechnologyContext: {
    ...contextFields(RESOURCES),
    jobContexts: (context: ContextOf<string>) => [{ ...context, kind: 'SparkJobContext' }],
  },
  SparkJobContext: contextFields(RESOURCES),
  AppCatalogContext: {
    ...contextFields(APP_RESOURCES),
    dockerInfo: (context: Context) => dockerInfo(context) ?? { image: 'any', version: context.id },
    ports: ({ ports }: Context) =>
      ports.map((port) => ({
        port,
        name: 'web',
        basePath: null,
        rewriteUrl: true,
        scope: 'PROJECT',
      })),
    volumes: () => [{ path: '/data', size: '1 GB' }],
  },
};

function technologyFields(defaultResources: object) {
  return {
    customFlags: () => [],
    missingFacets: () => [],
    defaultResources: () => defaultResources,
  };
}

function contextFields(defaultResources: object) {
  return {
    facets: () => [],
    missingFacets: () => [],
    job: () => ({ features: [COMMAND_LINE] }),
    dockerInfo,
    defaultResources: () => defaultResources,
  };
}

function contextsOf<K extends string>(technology: Technology, kind: K): ContextOf<K>[] {
  const { contexts, lastUpdate } = technology;
  return contexts.map((context) => ({ ...context, kind, lastUpdate }));
}

function dockerInfo({ dockerImage }: Context): { image: string; version: string } | null {
  const [image, version = 'latest'] = dockerImage?.split(':') ?? [];
  return image === undefined ? null : { image, version };
}
