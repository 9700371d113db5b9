import {
  defaultFieldResolver,
  execute,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
  validate,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import type { ChaosAnswer, ChaosRequest } from './requests';
import { partsOf, withFiles } from './forms';
import { cluster } from './cluster';
import { catalogRoots, projectRoots } from './roots';
import { SCHEMAS } from './schema';
import type { World } from './world';

/** Answers a request as a platform does with which nothing is wrong, and does what it asks for. */
export async function answerOf(world: World, request: ChaosRequest): Promise<ChaosAnswer> {
  const { route, path } = request;
  if (route === 'login') return logIn(world, request);
  if (route === 'cluster') return cluster(world, request);
  if (['listing', 'file'].includes(route)) return localFiles(world, request);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (['upload', 'delete'].includes(route)) {
    if (token !== world.uploadToken) return json({ message: 'Wrong upload token' }, 401);
    return publicFiles(world, request);
  }
  if (!world.validTokens.has(token)) return json({ message: 'Log in again' }, 401);
  if (route === 'settings') return settings(path);
  if (route === 'package') return packageFile(world, path);
  const address = `/${world.options.catalogAddress}/api/graphql`;
  if (path === address) return await graphql(world, 'catalog', request);
  if (path === '/projects/api/platform/1/graphql') {
    return await graphql(world, world.options.generation, request);
  }
  return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' };
}

function json(body: unknown, status = 200): ChaosAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function logIn(world: World, { text }: ChaosRequest): ChaosAnswer {
  const given = JSON.parse(text) as { login?: string; password?: string };
  if (given.login !== world.login || given.password !== world.password) {
    return json({ message: 'Wrong login' }, 401);
  }
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: world.issueToken() };
}

function settings(path: string): ChaosAnswer {
  if (path.endsWith('/gpu')) return json({ isGpuEnabled: true });
  return json([
    { platformId: 1, url: 's3a://lake' },
    { platformId: 2, url: 's3a://other' },
  ]);
}

function publicFiles(world: World, { route, path, body, headers }: ChaosRequest): ChaosAnswer {
  const file = decodeURIComponent(path.replace(/^\/conf\/(?:upload\/)?acme\/1/, ''));
  if (route === 'delete') {
    if (!world.files.delete(file)) return json({ message: 'No such file' }, 404);
    world.did('deleteFile', file);
    return { status: 204, headers: {}, body: '' };
  }
  world.files.set(file, fileIn(body, headers['content-type']));
  world.did('upload', file);
  return json({}, 201);
}

/** The file of a form's only part, or the whole body. */
function fileIn(body: Buffer, contentType?: string): Buffer {
  return partsOf(body, contentType)[0]?.body ?? body;
}

function packageFile(world: World, path: string): ChaosAnswer {
  const [, jobId = '', number] = /\/job\/([^/]+)\/version\/(\d+)\//.exec(path) ?? [];
  const versions = world.jobs.get(jobId)?.versions ?? [];
  const body = versions.find((version) => String(version.number) === number)?.package;
  if (!body) return json({ message: 'No such package' }, 404);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body };
}

function localFiles(world: World, { route, path }: ChaosRequest): ChaosAnswer {
  const below = path.replace(/^\/configuration\/acme\/1/, '');
  if (route === 'file') {
    const file = world.files.get(decodeURIComponent(below));
    if (!file) return json({ message: 'No such file' }, 404);
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: file };
  }
  const asked = new URLSearchParams(below.slice(1)).get('path') ?? '/';
  const folder = asked.endsWith('/') ? asked : `${asked}/`;
  return json(listing(world, folder));
}

function listing(world: World, folder: string): unknown[] {
  const entries = new Map<string, unknown>();
  for (const [path, file] of world.files) {
    if (!path.startsWith(folder)) continue;
    const [name = '', ...rest] = path.slice(folder.length).split('/');
    const type = rest.length > 0 ? 'directory' : 'file';
    entries.set(name, {
      path: `${folder}${name}`,
      type,
      ...(type === 'file' && { size: file.length }),
    });
  }
  const { listing: kind } = world.options;
  if (kind === 'self') entries.set('loop', { path: `${folder}loop`, type: 'directory' });
  if (kind === 'cyclic') {
    for (const name of ['left', 'right']) {
      entries.set(name, { path: `${folder}${name}`, type: 'directory' });
    }
  }
  return [...entries.values()];
}

const introspections = new Map<string, ChaosAnswer>();

async function graphql(
  world: World,
  module: keyof typeof SCHEMAS,
  { text, route, body, headers }: ChaosRequest,
): Promise<ChaosAnswer> {
  const {
    query,
    variables: given,
    operationName,
  } = JSON.parse(text) as {
    query: string;
    variables?: Record<string, unknown> | string;
    operationName?: string;
  };
  const key = `${module} ${query}`;
  const known = introspections.get(key);
  if (known) return known;
  const schema = SCHEMAS[module];
  const document = documentOf(schema, key, query);
  if (!document.ok) return json({ errors: document.errors });
  const variables =
    typeof given === 'string' ? (JSON.parse(given) as Record<string, unknown>) : given;
  const result = await execute({
    schema,
    document: document.ast,
    rootValue: module === 'catalog' ? catalogRoots(world) : projectRoots(world),
    variableValues: withFiles(variables, partsOf(body, headers['content-type'])),
    operationName,
    fieldResolver,
  });
  const answer = json(result);
  if (route === 'introspection') introspections.set(key, answer);
  return answer;
}

/** What nothing is said of, and must have a value, has any. */
const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  if (!isNonNullType(info.returnType) || (value !== undefined && value !== null)) return value;
  const type = info.returnType.ofType;
  if (isListType(type)) return [];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.value;
  if (isAbstractType(named)) return { __typename: info.schema.getPossibleTypes(named)[0]?.name };
  return isScalarType(named) ? (SCALARS[named.name] ?? 'any') : {};
};

const SCALARS: Record<string, unknown> = {
  Int: 1,
  Float: 1,
  Boolean: false,
  UUID: '00000000-0000-4000-8000-00000000aaaa',
  DateTime: '2026-01-01T00:00:00.000Z',
  Instant: '2026-01-01T00:00:00.000Z',
};

/** Queries that are valid whatever identifiers and texts stand in them. */
const valid = new Set<string>();
const MAX_VALID = 5_000;

function documentOf(schema: GraphQLSchema, key: string, query: string) {
  try {
    const ast = parse(query, { noLocation: true });
    // To validate a query takes longer than to answer it.
    const form = key.replace(/"[^"\\]*"/g, '""');
    if (valid.has(form)) return { ok: true, ast } as const;
    const errors = validate(schema, ast);
    if (errors.length > 0) return { ok: false, errors } as const;
    if (valid.size < MAX_VALID) valid.add(form);
    return { ok: true, ast } as const;
  } catch (error) {
    return { ok: false, errors: [error] } as const;
  }
}
