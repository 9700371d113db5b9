import { bodyBytes, contentType, isObject } from '../http/body';
import type { Settings } from '../options';
import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type ValidationContext,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Guard, Sessions } from '../access/guard';
import type { ResolverContext } from './resolvers';
import { isMultipart, payloadOf } from './payload';

/**
 * Reads `variables`: a JSON-encoded string that holds an object (the documented form, section 4.2) or an object.
 * Throws an Error that says what is wrong.
 */
function readVariables(
  variables: unknown,
  form: Settings['variablesForm'],
): Record<string, unknown> | undefined {
  if (variables === undefined || variables === null) return undefined;
  if (typeof variables === 'string') {
    if (form === 'object') throw new Error('variables must be an object, not a string');
    return parsed(variables);
  }
  if (!isObject(variables)) throw new Error('variables must hold an object');
  if (form === 'string') throw new Error('variables must be a JSON-encoded string');
  return variables;
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('variables is a string that does not hold JSON');
  }
  if (value === null) return undefined;
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
const withOldIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(oldIntrospectionRule);
  },
};

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
  settings: Settings,
  sessions: Sessions,
  { path, endpoint, title, defaultQuery }: Explorer,
): void {
  app.get(path, async (request, reply) => {
    if (!sessions.has(request)) {
      return reply.redirect(
        `${settings.basePath}/login?next=${encodeURIComponent(request.url)}`,
        302,
      );
    }
    // Nine megabytes of script: loaded when somebody looks.
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
  context: ResolverContext;
  guard: Guard;
}

/** A GraphQL module at an address (section 4.2): one request a POST, JSON or GraphQL multipart. */
export function addGraphqlEndpoint(
  app: FastifyInstance,
  settings: Settings,
  { path, schema, context, guard }: GraphqlEndpoint,
): void {
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
    plugins: settings.introspection
      ? settings.generation === 'early'
        ? [withOldIntrospection]
        : []
      : [withoutIntrospection],
  });

  app.post(
    path,
    { config: { isGraphql: true }, preHandler: guard },
    async (request: FastifyRequest, reply: FastifyReply) => {
      let body: { content: BodyInit; type: string };
      try {
        body = await innerBody(request, settings);
      } catch (error) {
        return reply.code(400).send({ errors: [{ message: (error as Error).message }] });
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
      return reply
        .code(response.status)
        .type(response.headers.get('content-type') ?? 'application/json')
        .send(await response.text());
    },
  );
}

const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};

async function innerBody(
  request: FastifyRequest,
  settings: Settings,
): Promise<{ content: BodyInit; type: string }> {
  const payload = await payloadOf(request);
  if (!payload) throw new Error('Send a JSON object with the string field query');
  if (isMultipart(request)) {
    return { content: new Uint8Array(bodyBytes(request)), type: contentType(request) };
  }
  const variables = readVariables(payload.variables, settings.variablesForm);
  return { content: JSON.stringify({ ...payload, variables }), type: 'application/json' };
}
