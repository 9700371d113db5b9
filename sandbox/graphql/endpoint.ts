import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoSchemaIntrospectionCustomRule, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Guard } from '../access/guard';
import type { Settings } from '../options';
import { bodyBytes, contentType } from '../http/body';
import { withOldIntrospection } from './oldIntrospection';
import type { ResolverContext } from './resolvers';
import { isMultipart, payloadOf } from './payload';
import { readVariables } from './variables';

const INNER_URL = 'http://sandbox/graphql';

export interface GraphqlEndpoint {
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
