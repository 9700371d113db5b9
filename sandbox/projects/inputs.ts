import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

type Rewriting = Pick<ResolverContext, 'rewritesTexts'>;

/** Some platforms end a command line with a line break. */
export function formatCommandLine(
  text: string | null,
  { rewritesTexts }: Rewriting,
): string | null {
  return text && rewritesTexts ? `${text.trim()}\n` : text;
}

/** Some platforms put one space between the fields of a schedule. */
export function formatCron(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? text.trim().replace(/\s+/g, ' ') : text;
}

/** Some platforms return only whole numbers. */
export function formatPosition(place: number, { rewritesTexts }: Rewriting): number {
  return rewritesTexts ? Math.round(place) : place;
}

/** A part that is left out changes nothing; null empties. */
export function given<T extends object, K extends keyof T>(
  input: T,
  keys: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]),
  ) as Pick<T, K>;
}

/** On some platforms null changes nothing, and an empty text empties. */
export function readEdit<T extends object>(
  input: T,
  { nullLeaves }: Pick<ResolverContext, 'nullLeaves'>,
): T {
  if (!nullLeaves) return input;
  const kept = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, value === '' ? null : value])) as T;
}

const TOO_MANY_CHARACTERS = 255;

/** Returns the name without the blanks around it. */
export function checkName(name: string): string {
  const bare = name.trim();
  if (bare === '') throw badInput('The name must not be empty');
  if ([...bare].length >= TOO_MANY_CHARACTERS) {
    throw badInput(`The name must be shorter than ${TOO_MANY_CHARACTERS} characters`);
  }
  return bare;
}

/** Throws if names are unique and another of the entities has this one. */
export function freeName(
  { uniqueNames }: Pick<ResolverContext, 'uniqueNames'>,
  all: ReadonlyArray<{ id: string; name: string }>,
  asked: string,
  ownId?: string,
): string {
  const name = checkName(asked);
  const isTaken = all.some(
    (other) => other.name.toLowerCase() === name.toLowerCase() && other.id !== ownId,
  );
  if (uniqueNames && isTaken) throw conflict(`There is already one named ${name}`);
  return name;
}
