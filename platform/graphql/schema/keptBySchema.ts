import type { GraphQLSchema } from 'graphql';
import { Cache } from '../../time/cache';

/** Keeps what is made of schemas, each for as long as its schema. @returns what is kept, or what `make` makes */
export function keptBySchema<Value>(size = 200) {
  const caches = new WeakMap<GraphQLSchema, Cache<string, Value>>();
  return (schema: GraphQLSchema, key: string, make: () => Value): Value => {
    const cache = caches.get(schema) ?? new Cache<string, Value>({ size });
    caches.set(schema, cache);
    return cache.getOrSet(key, make);
  };
}
