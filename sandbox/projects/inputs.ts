import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

type Rewriting = Pick<ResolverContext, 'rewritesValues'>;

/** With `rewritesValues`, trims a command line or condition and appends a line break, as some platforms do. */
export function rewriteText(text: string | null, { rewritesValues }: Rewriting): string | null {
  return text && rewritesValues ? `${text.trim()}\n` : text;
}

/** With `rewritesValues`, separates the fields of a cron expression by one space, as some platforms do. */
export function rewriteCron(text: string | null, { rewritesValues }: Rewriting): string | null {
  return text && rewritesValues ? text.trim().replace(/\s+/g, ' ') : text;
}

/** With `rewritesValues`, rounds a coordinate of a node to a whole number, as some platforms do. */
export function rewritePosition(coordinate: number, { rewritesValues }: Rewriting): number {
  return rewritesValues ? Math.round(coordinate) : coordinate;
}

/** Picks the properties that are not undefined. In an edit, a missing field changes nothing, and null clears the field. */
export function pickDefined<T extends object, K extends keyof T>(
  input: T,
  keys: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]),
  ) as Pick<T, K>;
}

/** With `nullKeepsValue`, removes fields that are null, and replaces empty texts with null. */
export function readEdit<T extends object>(
  input: T,
  { nullKeepsValue }: Pick<ResolverContext, 'nullKeepsValue'>,
): T {
  if (!nullKeepsValue) return input;
  const kept = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, value === '' ? null : value])) as T;
}

const MAX_NAME_CHARACTERS = 254;

/** Returns the trimmed name. @throws badInput if it is empty or too long */
export function checkName(name: string): string {
  const bare = name.trim();
  if (bare === '') throw badInput('The name must not be empty');
  if ([...bare].length > MAX_NAME_CHARACTERS) {
    throw badInput(`The name must have at most ${MAX_NAME_CHARACTERS} characters`);
  }
  return bare;
}

/** Returns the trimmed name. @throws conflict if names must be unique and another entity has the name */
export function checkFreeName(
  { uniqueNames }: Pick<ResolverContext, 'uniqueNames'>,
  entities: ReadonlyArray<{ id: string; name: string }>,
  text: string,
  ownId?: string,
): string {
  const name = checkName(text);
  const isTaken = entities.some(
    (other) => other.name.toLowerCase() === name.toLowerCase() && other.id !== ownId,
  );
  if (uniqueNames && isTaken) throw conflict(`The name ${name} is already taken`);
  return name;
}
