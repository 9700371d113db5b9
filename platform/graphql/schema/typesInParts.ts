import { mapConcurrently } from '../../time/concurrency';
import {
  IntrospectionRefusedError,
  UnexpectedResponseError,
  type PlatformError,
} from '../../errors/errors';
import { ownValue } from '../../text/names';
import type { GraphqlEndpoint } from '../send/endpoint';
import { isIntrospectionRefusal } from './introspection';
import { knownTypes } from './knownTypes';
import { MOST_TYPES, requireReadable } from './readable';
import { refusalReason, wantsOneTypeARequest } from './refusalReason';
import type { IntrospectedSchema, IntrospectedType } from './introspectedTypes';
import {
  aliasOf,
  isCut,
  LEVELS,
  ROOTS_DOCUMENT,
  typesDocument,
  withoutCuts,
  type PartLimits,
} from './typeDocument';

/** Some 7 KB: firewalls refuse bodies above 8 KB. */
const TYPES_A_REQUEST = 12;
const REQUESTS_AT_ONCE = 4;

/** Reads a schema type by type, where a platform refuses to tell the whole at once. */
export class TypesInParts {
  private limits: PartLimits = {
    types: TYPES_A_REQUEST,
    levels: LEVELS[0],
    deprecatedInputs: true,
  };

  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /** @throws IntrospectionRefusedError where the platform returns not even the names of its roots */
  async readRoots(): Promise<IntrospectedSchema> {
    const types = new Map<string, IntrospectedType>();
    try {
      const { __schema } = await this.endpoint.query({ query: ROOTS_DOCUMENT });
      const { queryType, mutationType } = (__schema ?? {}) as Record<string, NamedType>;
      const [query, mutation] = [nameOf(queryType), nameOf(mutationType)];
      if (query !== undefined) return { queryType: query, mutationType: mutation, types };
      throw unknownFormat();
    } catch (error) {
      if (!isIntrospectionRefusal(error)) throw error;
      const roots = await this.readUsualRoots().catch(() => []);
      const query = roots.find(({ name }) => name === 'Query');
      if (!query) throw introspectionRefused(error);
      for (const type of roots) types.set(type.name, type);
      return {
        queryType: 'Query',
        mutationType: types.has('Mutation') ? 'Mutation' : undefined,
        types,
      };
    }
  }

  /** What is in the way may look for `__schema` alone. */
  private async readUsualRoots(): Promise<IntrospectedType[]> {
    return await this.read(['Query', 'Mutation']);
  }

  /** @returns those that the platform knows */
  async read(names: readonly string[]): Promise<IntrospectedType[]> {
    const parts: string[][] = [];
    const { types } = this.limits;
    for (let start = 0; start < names.length; start += types) {
      parts.push(names.slice(start, start + types));
    }
    const read = await mapConcurrently(
      parts,
      REQUESTS_AT_ONCE,
      async (part) => await this.readPart(part),
    );
    return read.flat();
  }

  private async readPart(names: readonly string[]): Promise<IntrospectedType[]> {
    const { limits } = this;
    try {
      const data = await this.endpoint.query({ query: typesDocument(names, limits) });
      const types = names.flatMap((name, index) => {
        const type = ownValue(data, aliasOf(index));
        return isType(type, name) ? [type] : [];
      });
      requireReadable({ __schema: { types: types } });
      const known = types.some(isCut) ? await knownTypes(this.endpoint.module) : undefined;
      return types.map((type) => withoutCuts(type, known));
    } catch (error) {
      if (!isIntrospectionRefusal(error)) throw error;
      // Another part may have found out meanwhile what this platform takes.
      if (this.limits === limits) this.limits = lowerLimits(limits, names.length, error);
      return await this.read(names);
    }
  }
}

/** @throws IntrospectionRefusedError where nothing smaller is left */
function lowerLimits(limits: PartLimits, asked: number, refusal: PlatformError): PartLimits {
  const { levels, deprecatedInputs } = limits;
  if (deprecatedInputs && refusal.message.includes('includeDeprecated')) {
    return { ...limits, deprecatedInputs: false };
  }
  const reason = refusalReason(refusal);
  if (reason === 'off' || reason === 'persisted' || reason === 'tooOften')
    throw introspectionRefused(refusal);
  if (asked > 1 && wantsOneTypeARequest(refusal)) return { ...limits, types: 1 };
  if (asked > 1 && reason !== 'depth') {
    return { ...limits, types: Math.ceil(asked / 4) };
  }
  const fewer = LEVELS.find((one) => one < levels);
  if (fewer === undefined) throw introspectionRefused(refusal);
  return { ...limits, levels: fewer };
}

function introspectionRefused(refusal: PlatformError): IntrospectionRefusedError {
  return new IntrospectionRefusedError(refusal, refusalReason(refusal));
}

type NamedType = { name?: unknown } | null | undefined;

function nameOf(type: NamedType): string | undefined {
  return typeof type?.name === 'string' && type.name !== '' ? type.name : undefined;
}

function isType(type: unknown, name: string): type is IntrospectedType {
  const { name: typeName, kind } = (type ?? {}) as { name?: unknown; kind?: unknown };
  return typeName === name && typeof kind === 'string';
}

/** @throws UnexpectedResponseError where a platform names ever more types */
export function requireFewTypes(count: number): void {
  if (count > MOST_TYPES) throw unknownFormat();
}

function unknownFormat(): UnexpectedResponseError {
  return new UnexpectedResponseError('The platform returned its schema in an unknown format', {
    hint: 'Ask a platform administrator whether a gateway changes its responses.',
    reach: 'answered',
  });
}
