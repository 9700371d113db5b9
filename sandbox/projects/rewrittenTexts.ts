import type { ResolverContext } from '../graphql/resolvers';

type Rewriting = Pick<ResolverContext, 'rewritesTexts'>;

/** A command line as it is told: some platforms end it with a line break. */
export function toldCommandLine(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? `${text.trim()}\n` : text;
}

/** A schedule as it is told: some platforms put one space between its fields. */
export function toldCron(text: string | null, { rewritesTexts }: Rewriting): string | null {
  return text && rewritesTexts ? text.trim().replace(/\s+/g, ' ') : text;
}

/** Where a node is drawn, as it is told: some platforms know whole numbers alone. */
export function toldPosition(place: number, { rewritesTexts }: Rewriting): number {
  return rewritesTexts ? Math.round(place) : place;
}
