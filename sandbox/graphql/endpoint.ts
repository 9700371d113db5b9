import type { FastifyInstance } from 'fastify';
import {
  type ASTVisitor,
  type DocumentNode,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLErrorOptions,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  validate,
  type ValidationContext,
} from 'graphql';
import type { Guard } from '../access/guard';
import { isObject } from '../http/body';
import type { SandboxParts } from '../parts';
import { listIntVariables, isMutation, getPayload } from './payload';
import type { ResolverContext } from './resolvers';

const NEW_INTROSPECTION_FIELDS = new Map([
  ['__InputValue', ['isDeprecated', 'deprecationReason']],
  ['__Type', ['specifiedByURL', 'isOneOf']],
  ['__Directive', ['isRepeatable']],
  ['__Schema', ['description']],
]);
const NEW_INTROSPECTION_ARGUMENTS = new Map([
  ['__Type', ['inputFields']],
  ['__Field', ['args']],
  ['__Directive', ['args']],
]);

/** Rejects introspection fields and arguments that GraphQL servers of mid-2022 do not have. */
function rejectNewIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getParentType()?.name ?? '';
      const field = node.name.value;
      if (NEW_INTROSPECTION_FIELDS.get(type)?.includes(field)) {
        context.reportError(new GraphQLError(`Cannot query field "${field}" on type "${type}".`));
      }
      const argument = node.arguments?.[0]?.name.value;
      if (argument !== undefined && NEW_INTROSPECTION_ARGUMENTS.get(type)?.includes(field)) {
        context.reportError(
          new GraphQLError(`Unknown argument "${argument}" on field "${type}.${field}".`),
        );
      }
    },
  };
}

interface Explorer {
  path: string;
  /** Returns the path of the GraphQL module, below the base path. */
  endpoint: (request: { params: unknown }) => string;
  title: string;
  defaultQuery: string;
}

/** Adds a GraphiQL explorer (interface, section 4.4) for browsers that have logged in. It loads nothing from the internet. */
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
    // The script has nine megabytes, so it is loaded on demand.
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

interface GraphqlEndpoint {
  path: string;
  schema: GraphQLSchema;
  guard: Guard;
}

/** Adds a GraphQL module (interface, section 4.2). It accepts JSON and GraphQL multipart requests. */
export function addGraphqlEndpoint(
  app: FastifyInstance,
  { settings, store, tokens }: SandboxParts,
  { path, schema, guard }: GraphqlEndpoint,
): void {
  const contextValue: ResolverContext = { ...settings, store, user: settings.login };
  const extraRules = [
    ...(settings.introspection ? [] : [NoSchemaIntrospectionCustomRule]),
    ...(settings.generation === 'middle' ? [rejectNewIntrospection] : []),
  ];

  app.post(path, { config: { isGraphql: true }, preHandler: guard }, async (request, reply) => {
    const answer = async (): Promise<ExecutionResult> => {
      const payload = await getPayload(request);
      if (!payload) return buildFailure('Send a JSON object with the string field query');
      const { document, operationName } = payload;
      if (document instanceof GraphQLError) return { errors: [document] };
      if (tokens.isViewer(request) && isMutation(document, operationName)) {
        const extensions = { code: 'FORBIDDEN', classification: 'FORBIDDEN' };
        return buildFailure('Access is denied', { path: request.operations, extensions }, null);
      }
      const errors = [
        ...validateOnce(schema, document),
        ...(extraRules.length > 0 ? validate(schema, document, extraRules) : []),
      ];
      for (const { extensions } of errors) extensions.classification = 'ValidationError';
      if (errors.length > 0) return { errors };
      const variables = readVariables(payload.variables);
      if (!variables) return buildFailure('variables must be an object');
      const variableValues = parseIntVariables(listIntVariables(document), variables);
      return await execute({ schema, document, operationName, variableValues, contextValue });
    };
    // The platform answers HTTP 200 even if there are errors.
    const text = JSON.stringify(await answer());
    return reply
      .type('application/json; charset=utf-8')
      .send(settings.appendsZone ? text.replace(UTC_TIME, '$1[UTC]"') : text);
  });
}

const validDocuments = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

/** Validates with the rules of the specification, which takes about as long as the execution. Valid documents are remembered. */
function validateOnce(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const valid = validDocuments.get(schema) ?? new WeakSet();
  validDocuments.set(schema, valid);
  if (valid.has(document)) return [];
  const errors = validate(schema, document);
  if (errors.length === 0) valid.add(document);
  return errors;
}

const UTC_TIME = /("\d{4}-\d\d-\d\dT[\d:.]{8,18}Z)"/g;

function buildFailure(
  message: string,
  options?: GraphQLErrorOptions,
  data?: null,
): ExecutionResult {
  return { ...(data === null && { data }), errors: [new GraphQLError(message, options)] };
}

/** Reads variables from an object or from a JSON string (interface, section 4.2). Returns undefined if they are not an object. */
function readVariables(variables: unknown): Record<string, unknown> | undefined {
  const value: unknown =
    typeof variables === 'string' ? JSON.parse(variables.trim() || '{}') : (variables ?? {});
  return isObject(value) ? value : undefined;
}

/** Converts the variables with these names to numbers if they were sent as text, which deployed platforms accept. */
function parseIntVariables(names: string[], variables: Record<string, unknown>) {
  const toInteger = ([name, value]: [string, unknown]): [string, unknown] =>
    typeof value === 'string' && /^-?\d{1,10}$/.test(value) && names.includes(name)
      ? [name, Number(value)]
      : [name, value];
  return Object.fromEntries(Object.entries(variables).map(toInteger));
}
