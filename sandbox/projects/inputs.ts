import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

type Rewriting = Pick<ResolverContext, 'rewritesTexts'>;

/** Appends a line break to a command line or condition, as some platforms do. */
export function appendLineBreakIfRewritten(
  text: string | null,
  { rewritesTexts }: Rewriting,
): string | null {
  return text && rewritesTexts ? `${text.trim()}\n` : text;
}

/** Separates the fields of a schedule by one space, as some platforms do. */
export function formatCron(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? text.trim().replace(/\s+/g, ' ') : text;
}

/** Rounds a coordinate of a node to a whole number, as some platforms do. */
export function formatPosition(coordinate: number, { rewritesTexts }: Rewriting): number {
  return rewritesTexts ? Math.round(coordinate) : coordinate;
}

/** Picks the properties that are not undefined. A missing field changes nothing, and null clears it. */
export function pickDefined<T extends object, K extends keyof T>(
  input: T,
  keys: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]),
  ) as Pick<T, K>;
}

/** Reads an edit for a platform where null changes nothing and an empty text clears the field. */
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
