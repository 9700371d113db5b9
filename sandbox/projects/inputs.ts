import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';
import type { Alerting } from '../store/jobs';

type Rewriting = Pick<ResolverContext, 'rewritesTexts'>;

/** A command line as the platform returns it: some platforms end it with a line break. */
export function toldCommandLine(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? `${text.trim()}\n` : text;
}

/** A schedule as the platform returns it: some platforms put one space between its fields. */
export function toldCron(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? text.trim().replace(/\s+/g, ' ') : text;
}

/** Position of a node as the platform returns it: some platforms return only whole numbers. */
export function toldPosition(place: number, { rewritesTexts }: Rewriting): number {
  return rewritesTexts ? Math.round(place) : place;
}

/** The parts of an input that were given; one that is left out changes nothing, null empties. */
export function given<T extends object, K extends keyof T>(
  input: T,
  keys: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]),
  ) as Pick<T, K>;
}

/** An edit as it is understood: on some platforms null leaves what is there, and an empty text empties it. */
export function edited<T extends object>(
  input: T,
  { nullLeaves }: Pick<ResolverContext, 'nullLeaves'>,
): T {
  if (!nullLeaves) return input;
  const kept = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, value === '' ? null : value])) as T;
}

/** A name must be shorter. */
const TOO_MANY_CHARACTERS = 255;

/** A name without the blanks around it; throws where nothing is left, or too much. */
export function nameOf(name: string): string {
  const bare = name.trim();
  if (bare === '') throw badInput('The name must not be empty');
  if ([...bare].length >= TOO_MANY_CHARACTERS) {
    throw badInput(`The name must be shorter than ${TOO_MANY_CHARACTERS} characters`);
  }
  return bare;
}

/** A name for one of these; throws where names are unique and another one has it. */
export function freeName(
  { uniqueNames }: Pick<ResolverContext, 'uniqueNames'>,
  all: ReadonlyArray<{ id: string; name: string }>,
  asked: string,
  ownId?: string,
): string {
  const name = nameOf(asked);
  const isTaken = all.some(
    (other) => other.name.toLowerCase() === name.toLowerCase() && other.id !== ownId,
  );
  if (uniqueNames && isTaken) throw conflict(`There is already one named ${name}`);
  return name;
}

/** Throws if an alias is not a plain word, because expressions contain it. */
export function aliasOf(alias: string): string {
  if (/[^A-Za-z0-9_-]/.test(alias)) {
    throw badInput(`The alias ${alias} has characters other than letters, digits, _ and -`);
  }
  return nameOf(alias);
}

/** Throws for an image without a name. */
export function imageOf(image: string): string {
  if (!/^\s*\S+\s*$/.test(image)) throw badInput(`"${image}" is not the name of an image`);
  return image;
}

/** Throws for less than nothing. */
export function checkResources(resources: object | null | undefined): void {
  for (const [what, limits] of Object.entries(resources ?? {}) as [string, object | null][]) {
    const isBelow = Object.values(limits ?? {}).some((one) => typeof one === 'number' && one < 0);
    if (isBelow) throw badInput(`${what} must not be below 0`);
  }
}

export interface AlertingInput {
  emails?: string[] | null;
  logins?: string[] | null;
  statusList?: string[] | null;
}

export function alertingOf(input: AlertingInput | null | undefined): Alerting | null | undefined {
  const email = (login: string) => ({ login, email: `${login}@example.invalid` });
  return (
    input && {
      emails: input.emails ?? [],
      statusList: input.statusList ?? [],
      loginEmails: (input.logins ?? []).map(email),
    }
  );
}
