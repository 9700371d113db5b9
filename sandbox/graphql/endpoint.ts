import { bodyBytes, contentType, isObject } from '../http/body';
import type { SandboxParts } from '../parts';
import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
} from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guard } from '../access/guard';
import type { ResolverContext } from './resolvers';
import { isMultipart, isMutation, payloadOf, variablesOfType } from './payload';

/** Reads `variables`: a JSON-encoded string that holds an object (the documented form, section 4.2) or an object. */
function readVariables(variables: unknown): Record<string, unknown> | undefined {
  let value = variables;
  if (typeof variables === 'string') {
    try {
      value = variables.trim() === '' ? undefined : JSON.parse(variables);
    } catch {
      throw new Error('variables is a string that does not hold JSON');
    }
  }
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new Error('variables must hold an object');
  return value;
}

const LATER_FIELDS = new Map([
  ['__InputValue', ['isDeprecated', 'deprecationReason']],
  ['__Type', ['specifiedByURL', 'isOneOf']],
  ['__Directive', ['isRepeatable']],
  ['__Schema', ['description']],
]);
const LATER_ARGUMENTS = new Map([
  ['__Type', ['inputFields']],
  ['__Field', ['args']],
  ['__Directive', ['args']],
]);

/** Introspection of servers from before arguments and input fields could be deprecated. */
function oldIntrospectionRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getParentType()?.name ?? '';
      const field = node.name.value;
      if (LATER_FIELDS.get(type)?.includes(field)) {
        context.reportError(new GraphQLError(`Cannot query field "${field}" on type "${type}".`));
      }
      const argument = node.arguments?.[0]?.name.value;
      if (argument !== undefined && LATER_ARGUMENTS.get(type)?.includes(field)) {
        context.reportError(
          new GraphQLError(`Unknown argument "${argument}" on field "${type}.${field}".`),
        );
      }
    },
  };
}

interface Explorer {
  path: string;
  /** Path of the GraphQL endpoint, below the base path. */
  endpoint: (request: { params: unknown }) => string;
  title: string;
  defaultQuery: string;
}

/** A GraphiQL explorer (section 4.4), for a browser that has logged in. Needs nothing from the internet. */
export function addExplorer(
  app: FastifyInstance,
  { settings, sessions }: SandboxParts,
  { path, endpoint, title, defaultQuery }: Explorer,
): void {
  app.get(path, async (request, reply) => {
    if (!sessions.has(request)) {
      return reply.redirect(
        `${settings.basePath}/login?next=${encodeURIComponent(request.url)}`,
        302,
      );
    }
    // Nine megabytes of script, so they are loaded on demand.
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const page = renderGraphiQL({
      endpoint: `${settings.basePath}${endpoint(request)}`,
      title,
      defaultQuery,
      credentials: 'same-origin',
    });
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

const INNER_URL = 'http://sandbox/graphql';

interface GraphqlEndpoint {
  path: string;
  schema: GraphQLSchema;
  guard: Guard;
}

/** A GraphQL module at an address (section 4.2): one request a POST, JSON or GraphQL multipart. */
export function addGraphqlEndpoint(
  app: FastifyInstance,
  { settings, store, tokens }: SandboxParts,
  { path, schema, guard }: GraphqlEndpoint,
): void {
  const context: ResolverContext = { ...settings, store, user: settings.login };
  const rules = [
    ...(settings.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
    ...(settings.generation === 'middle' ? [oldIntrospectionRule] : []),
  ];
  const yoga = createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    // The server's own limit holds; packages of jobs may be large.
    maxRequestBodySize: false,
    plugins: rules.map((rule) => ({
      onValidate: ({ addValidationRule }) => addValidationRule(rule),
    })),
  });

  app.post(path, { config: { isGraphql: true }, preHandler: guard }, async (request, reply) => {
    const payload = tokens.isViewer(request) ? await payloadOf(request) : undefined;
    if (payload && isMutation(payload)) return viewerRefusal(request.operations);
    let body: { content: BodyInit; type: string };
    try {
      body = await innerBody(request);
    } catch (error) {
      return { errors: [{ message: (error as Error).message }] };
    }
    const response = await yoga.fetch(
      INNER_URL,
      {
        method: 'POST',
        // The older media type: errors of an operation come with HTTP 200.
        headers: { 'content-type': body.type, accept: 'application/json' },
        body: body.content,
      },
      context,
    );
    // Errors of any kind come with HTTP 200.
    const text = await response.text();
    return reply
      .type(response.headers.get('content-type') ?? 'application/json')
      .send(settings.namesZone ? text.replace(UTC_TIME, '$1[UTC]"') : text);
  });
}

function viewerRefusal(path: readonly string[]) {
  const extensions = { code: 'FORBIDDEN', classification: 'FORBIDDEN' };
  return { data: null, errors: [{ message: 'Access is denied', path, extensions }] };
}

const UTC_TIME = /("\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)"/g;

async function innerBody(request: FastifyRequest): Promise<{ content: BodyInit; type: string }> {
  const payload = await payloadOf(request);
  if (!payload) throw new Error('Send a JSON object with the string field query');
  if (isMultipart(request)) {
    return { content: new Uint8Array(bodyBytes(request)), type: contentType(request) };
  }
  const variables = readVariables(payload.variables);
  const read = variables && withNumbers(payload.query, variables);
  return { content: JSON.stringify({ ...payload, variables: read }), type: 'application/json' };
}

/** Variables of the type `Int` may be numbers written as text. */
function withNumbers(query: string, variables: Record<string, unknown>): Record<string, unknown> {
  const number = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && /^-?\d{1,10}$/.test(value) && integers.has(name)
      ? [name, Number(value)]
      : [name, value];
  const integers = new Set(variablesOfType(query, 'Int'));
  return Object.fromEntries(Object.entries(variables).map(number)) as Record<string, unknown>;
}
