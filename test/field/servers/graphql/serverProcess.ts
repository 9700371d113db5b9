/** Runs a server program in front of a sandbox. Sends the credentials to its parent, and ends with it. */
import { request, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Fastify from 'fastify';
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { startSandbox } from '../../../../sandbox';
import type { ResolverContext } from '../../../../sandbox/graphql/resolvers';
import { readSettings } from '../../../../sandbox/options';
import { getProjectsSchema } from '../../../../sandbox/projects/schema';
import { startRawServer, type ReceivedRequest } from '../../../support/rawServer';
import type { GraphqlServerName, GraphqlServerOptions, Protections } from '.';

const requireInstalled = createRequire(path.resolve(__dirname, '..', '..', 'package.json'));

/** The servers' modules need not be installed when types are checked. */
const installed = <Module>(name: string) => requireInstalled(name) as Module;

interface Answer {
  status: number;
  contentType: string;
  text: string;
}

/** Answers the body of a POST. */
type Program = (body: string) => Promise<Answer>;

type Make = (schema: GraphQLSchema, context: object, wanted: Protections) => Promise<Program>;

const PROGRAMS: Record<GraphqlServerName, Make> = { apollo, mercurius };

const JSON_TYPE = 'application/json';

async function apollo(schema: GraphQLSchema, context: object, wanted: Protections) {
  const { ApolloServer, HeaderMap } = installed<Apollo>('@apollo/server');
  const armor = buildArmor(wanted);
  const server = new ApolloServer({
    ...armor,
    schema,
    introspection: wanted.introspection !== false,
    includeStacktraceInErrorResponses: false,
    validationRules: [...(armor.validationRules ?? []), ...depthRule(wanted)],
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

/** Answers as Apollo's safelisting does, which needs its cloud. */
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

async function mercurius(schema: GraphQLSchema, context: object, wanted: Protections) {
  const { fastify } = installed<typeof Fastify>('fastify');
  const app = fastify({ bodyLimit: 64 * 1024 * 1024 });
  await app.register(installed<never>('mercurius'), {
    schema,
    context: () => ({ ...context }),
    validationRules: [
      ...armorRules(wanted),
      ...depthRule(wanted),
      ...(wanted.introspection === false ? [NoSchemaIntrospectionCustomRule] : []),
    ],
  });
  return async (payload: string): Promise<Answer> => {
    const headers = { 'content-type': JSON_TYPE, accept: JSON_TYPE };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
    const contentType = String(answer.headers['content-type']);
    return { status: answer.statusCode, contentType, text: answer.body };
  };
}

function depthRule({ depthLimit }: Protections): ValidationRule[] {
  if (depthLimit === undefined) return [];
  return [installed<(most: number) => ValidationRule>('graphql-depth-limit')(depthLimit)];
}

function armorRules({ maxAliases, maxCost, hidesLimits }: Protections): ValidationRule[] {
  const exposeLimits = hidesLimits !== true;
  const rule = (what: string, name: string, options: object) =>
    installed<Record<string, (options: object) => ValidationRule>>(
      `@escape.tech/graphql-armor-${what}`,
    )[name]?.({ exposeLimits, ...options });
  return [
    maxAliases !== undefined && rule('max-aliases', 'maxAliasesRule', { n: maxAliases }),
    maxCost !== undefined && rule('cost-limit', 'costLimitRule', { maxCost }),
  ].filter((one) => typeof one === 'function');
}

/** Apollo would hide an error that a rule throws, so it gets graphql-armor as a whole. */
function buildArmor({ hidesLimits, maxAliases, maxCost }: Protections) {
  const { ApolloArmor } = installed<Armor>('@escape.tech/graphql-armor');
  const exposeLimits = hidesLimits !== true;
  const off = { enabled: false };
  return new ApolloArmor({
    maxAliases: maxAliases === undefined ? off : { exposeLimits, n: maxAliases },
    costLimit: maxCost === undefined ? off : { exposeLimits, maxCost },
    ...{ maxDepth: off, maxTokens: off, maxDirectives: off, blockFieldSuggestion: off },
  }).protect();
}

interface Armor {
  ApolloArmor: new (config: object) => {
    protect(): { plugins?: unknown[]; validationRules?: ValidationRule[] };
  };
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

async function main(): Promise<void> {
  const given = JSON.parse(process.argv[2] ?? '{}') as GraphqlServerOptions;
  const wanted = { scriptDefaults: { queueSeconds: 0, durationSeconds: 1 } };
  const sandbox = await startSandbox(wanted);
  const settings = readSettings(wanted);
  const { platformId, login } = sandbox.credentials;
  const context: ResolverContext = { ...settings, store: sandbox.store, user: login, platformId };
  const answer = await PROGRAMS[given.server](
    getProjectsSchema(settings),
    context,
    given.protections,
  );
  const modulePath = `/projects/api/platform/${platformId}/graphql`;

  const handle = async ({ method, path, headers, body }: ReceivedRequest, out: ServerResponse) => {
    const isJson = headers['content-type']?.startsWith('application/json');
    if (path === modulePath && isJson) {
      const { status, contentType, text } = await answer(body);
      out.writeHead(status, { 'content-type': contentType }).end(text);
      return;
    }
    const { port } = sandbox;
    const passed = request({ port, method, path, headers }, (answered) => {
      out.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(out);
    });
    passed.on('error', () => out.destroy()).end(body);
  };
  const { baseUrl } = await startRawServer((received, response) => void handle(received, response));
  process.send?.({ ...sandbox.credentials, baseUrl });
  process.on('disconnect', () => process.exit());
}

void main();
