import {
  NoSchemaIntrospectionCustomRule,
  GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import type { GraphqlServerName, Protections } from './options';
import type * as Fastify from 'fastify';
import type * as Yoga from 'graphql-yoga';
import { installed } from './installed';

interface Answer {
  status: number;
  contentType: string;
  text: string;
}

/** A server program with its protections: answers the body of a POST. */
type Program = (body: string) => Promise<Answer>;

type Make = (schema: GraphQLSchema, context: object, wanted: Protections) => Promise<Program>;

/** Each as its own documentation shows it. */
export const PROGRAMS: Record<GraphqlServerName, Make> = { apollo, yoga, mercurius };

const JSON_TYPE = 'application/json';

async function apollo(schema: GraphQLSchema, context: object, wanted: Protections) {
  const { ApolloServer, HeaderMap } = installed<Apollo>('@apollo/server');
  const armor = newArmor(wanted).protect();
  const server = new ApolloServer({
    ...armor,
    schema,
    introspection: wanted.introspection !== false,
    includeStacktraceInErrorResponses: false,
    validationRules: [
      ...(armor.validationRules ?? []),
      ...rulesOf({ depthLimit: wanted.depthLimit }),
    ],
    plugins: [...(armor.plugins ?? []), ...(wanted.persistedOnly ? [PERSISTED_ONLY] : [])],
  });
  await server.start();
  return async (body: string): Promise<Answer> => {
    const headers = new HeaderMap();
    headers.set('content-type', JSON_TYPE);
    headers.set('accept', JSON_TYPE);
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: 'POST',
        headers,
        search: '',
        body: JSON.parse(body) as unknown,
      },
      context: async () => Promise.resolve(context),
    });
    const contentType = answer.headers.get('content-type') ?? JSON_TYPE;
    return { status: answer.status ?? 200, contentType, text: answer.body.string ?? '' };
  };
}

/** Apollo's own safelisting needs its cloud; this is what it answers. */
const PERSISTED_ONLY = {
  requestDidStart: async () =>
    await Promise.resolve({
      didResolveOperation: async () => {
        await Promise.resolve();
        throw new GraphQLError('The operation body was not found in the persisted query safelist', {
          extensions: { code: 'QUERY_NOT_IN_SAFELIST', http: { status: 400 } },
        });
      },
    }),
};

async function yoga(schema: GraphQLSchema, context: object, wanted: Protections) {
  const { createYoga } = installed<typeof Yoga>('graphql-yoga');
  const plugins: unknown[] = [];
  const rules = rulesOf(wanted);
  if (rules.length > 0) plugins.push(addingRules(rules));
  if (wanted.armor)
    plugins.push(installed<Armor>('@escape.tech/graphql-armor').EnvelopArmorPlugin());
  if (wanted.introspection === false) {
    const plugin = '@graphql-yoga/plugin-disable-introspection';
    plugins.push(
      installed<{ useDisableIntrospection(): unknown }>(plugin).useDisableIntrospection(),
    );
  }
  if (wanted.persistedOnly) {
    const plugin = '@graphql-yoga/plugin-persisted-operations';
    const { usePersistedOperations } = installed<PersistedOperations>(plugin);
    plugins.push(usePersistedOperations({ getPersistedOperation: () => null }));
  }
  const server = createYoga({
    schema,
    plugins: plugins as [],
    logging: false,
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    maxRequestBodySize: false,
  });
  return await Promise.resolve(async (body: string): Promise<Answer> => {
    const headers = { 'content-type': JSON_TYPE, accept: JSON_TYPE };
    const answer = await server.fetch(
      'http://field/graphql',
      { method: 'POST', headers, body },
      context,
    );
    const contentType = answer.headers.get('content-type') ?? JSON_TYPE;
    return { status: answer.status, contentType, text: await answer.text() };
  });
}

function addingRules(rules: readonly ValidationRule[]) {
  return {
    onValidate({ addValidationRule }: { addValidationRule(rule: ValidationRule): void }) {
      for (const rule of rules) addValidationRule(rule);
    },
  };
}

async function mercurius(schema: GraphQLSchema, context: object, wanted: Protections) {
  const { fastify } = installed<typeof Fastify>('fastify');
  const app = fastify({ bodyLimit: 64 * 1024 * 1024 });
  await app.register(installed<never>('mercurius'), {
    schema,
    context: () => ({ ...context }),
    validationRules: [
      ...rulesOf(wanted.armor ? { maxAliases: 15, maxDepth: 6, maxCost: 5_000 } : wanted),
      ...(wanted.introspection === false ? [NoSchemaIntrospectionCustomRule] : []),
    ],
    ...(wanted.persistedOnly && {
      onlyPersisted: true,
      persistedQueries: { none: '{ __typename }' },
    }),
  });
  return async (payload: string): Promise<Answer> => {
    const headers = { 'content-type': JSON_TYPE, accept: JSON_TYPE };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
    const contentType = String(answer.headers['content-type']);
    return { status: answer.statusCode, contentType, text: answer.body };
  };
}

/** Those that a server takes as rules of its validation, so that all servers can have them. */
function rulesOf({
  maxAliases,
  maxDepth,
  maxCost,
  depthLimit,
  hidesLimits,
}: Protections): ValidationRule[] {
  const exposeLimits = hidesLimits !== true;
  const armorRule = (what: string, rule: string, options: object) =>
    installed<Record<string, (options: object) => ValidationRule>>(
      `@escape.tech/graphql-armor-${what}`,
    )[rule]?.({ exposeLimits, ...options });
  return [
    maxAliases !== undefined && armorRule('max-aliases', 'maxAliasesRule', { n: maxAliases }),
    maxDepth !== undefined && armorRule('max-depth', 'maxDepthRule', { n: maxDepth }),
    maxCost !== undefined && armorRule('cost-limit', 'costLimitRule', { maxCost }),
    depthLimit !== undefined &&
      installed<(most: number) => ValidationRule>('graphql-depth-limit')(depthLimit),
  ].filter((rule) => typeof rule === 'function');
}

/** Apollo takes an error that a rule throws for one of its own, so graphql-armor comes as a whole. */
function newArmor({ armor, hidesLimits, maxAliases, maxDepth, maxCost }: Protections) {
  const { ApolloArmor } = installed<Armor>('@escape.tech/graphql-armor');
  if (armor) return new ApolloArmor();
  const limit = (most: number | undefined, name = 'n') => ({
    enabled: most !== undefined,
    exposeLimits: hidesLimits !== true,
    ...(most !== undefined && { [name]: most }),
  });
  return new ApolloArmor({
    maxAliases: limit(maxAliases),
    maxDepth: limit(maxDepth),
    costLimit: limit(maxCost, 'maxCost'),
    maxTokens: { enabled: false },
    maxDirectives: { enabled: false },
    blockFieldSuggestion: { enabled: false },
  });
}

interface Armor {
  ApolloArmor: new (config?: object) => {
    protect(): { plugins?: unknown[]; validationRules?: ValidationRule[] };
  };
  EnvelopArmorPlugin(): unknown;
}

interface PersistedOperations {
  usePersistedOperations(options: { getPersistedOperation(): null }): unknown;
}

interface Apollo {
  HeaderMap: new () => Map<string, string>;
  ApolloServer: new (options: object) => {
    start(): Promise<void>;
    executeHTTPGraphQLRequest(request: object): Promise<{
      status?: number;
      headers: Map<string, string>;
      body: { string?: string };
    }>;
  };
}
