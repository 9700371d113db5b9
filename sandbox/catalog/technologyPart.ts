import { badInput, found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { TRUST_LEVELS, type Context, type Technology } from './technology';

type ContextOf<K extends string> = Context & { kind: K; lastUpdate: number };

const CONTEXT_FIELDS = `
  id: String!
  label: String!
  available: Boolean!
  description: String
  recommended: Boolean!
  trustLevel: TrustLevel!
`;

const TECHNOLOGY_FIELDS = `
  id: UUID!
  label: String!
  description: String
  available: Boolean!
  "Its name in the repository, such as python"
  technologyId: String!
  repositoryId: UUID!
  facets: [String!]!
  lastUpdate: DateTime!
`;

/** Technologies and their contexts. There is no root field for either: they are reached through repositories. */
export const technologyPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum TrustLevel {
      ${TRUST_LEVELS.join('\n')}
    }

    type DockerInfo {
      image: String!
    }

    interface Context {
      ${CONTEXT_FIELDS}
    }

    type JobContext implements Context {
      ${CONTEXT_FIELDS}
      dockerInfo: DockerInfo
      lastUpdate: DateTime!
    }

    type SparkContext implements Context {
      ${CONTEXT_FIELDS}
      dockerInfo: DockerInfo
      sparkVersion: String
    }

    type AppContext implements Context {
      ${CONTEXT_FIELDS}
      dockerInfo: DockerInfo
      ports: [Int!]!
    }

    interface Technology {
      ${TECHNOLOGY_FIELDS}
    }

    type JobTechnology implements Technology {
      ${TECHNOLOGY_FIELDS}
      contexts: [JobContext!]!
    }

    type AppTechnology implements Technology {
      ${TECHNOLOGY_FIELDS}
      appContexts: [AppContext!]!
    }

    type SparkTechnology implements Technology {
      ${TECHNOLOGY_FIELDS}
      contexts: [SparkContext!]!
    }

    type Query {
      technology(id: UUID!): Technology
      "Ids that there are not are left out"
      technologiesByIds(ids: [UUID!]!): [Technology!]!
      "Those that were updated at a moment (ISO 8601) or later"
      updatedTechnologies(from: String!): [Technology!]!
      "Of all technologies, each once, in alphabetical order"
      facets: [String!]!
    }
  `,
  resolvers: {
    Query: {
      technology: (_root, { id }: { id: string }, { store }) =>
        found(store.catalog.technology(id), 'Technology', id),
      technologiesByIds: (_root, { ids }: { ids: string[] }, { store }) =>
        ids.map((id) => store.catalog.technology(id)).filter((one) => one !== undefined),
      updatedTechnologies: (_root, { from }: { from: string }, { store }) => {
        const since = Date.parse(from);
        if (Number.isNaN(since)) throw badInput(`${from} is not a moment in ISO 8601`);
        return store.catalog.technologies().filter(({ lastUpdate }) => lastUpdate >= since);
      },
      facets: (_root, _args, { store }) =>
        [...new Set(store.catalog.technologies().flatMap(({ facets }) => facets))].sort(),
    },
    Technology: { __resolveType: ({ kind }: Technology) => kind },
    Context: { __resolveType: ({ kind }: ContextOf<string>) => kind },
    JobTechnology: { contexts: (technology: Technology) => contextsOf(technology, 'JobContext') },
    SparkTechnology: {
      contexts: (technology: Technology) => contextsOf(technology, 'SparkContext'),
    },
    AppTechnology: {
      appContexts: (technology: Technology) => contextsOf(technology, 'AppContext'),
    },
    JobContext: { dockerInfo },
    SparkContext: { dockerInfo },
    AppContext: { dockerInfo },
  },
};

function contextsOf<K extends string>(technology: Technology, kind: K): ContextOf<K>[] {
  const { contexts, lastUpdate } = technology;
  return contexts.map((context) => ({ ...context, kind, lastUpdate }));
}

function dockerInfo({ dockerImage }: Context): { image: string } | null {
  return dockerImage === null ? null : { image: dockerImage };
}
