import type { GraphqlErrorEntry } from './errors';

const SAYS_UNKNOWN = /not[ _]?found|unknown|does(?: not|n't) exist|no such/i;
/** Of a document that does not fit the schema; that says nothing of what it asks for. */
const ABOUT_DOCUMENT =
  /unknown (?:field )?(?:argument|type|fragment|directive)|cannot query field|exists? (?:in|on) .{0,200}(?:enum|type)|GRAPHQL_VALIDATION|ValidationError/i;

/** Whether a platform says, in whatever words, that it has no such thing. */
export function isNotFoundEntry({ message, extensions }: GraphqlErrorEntry): boolean {
  const words = `${message} ${String(extensions?.code)}`;
  return SAYS_UNKNOWN.test(words) && !ABOUT_DOCUMENT.test(words);
}

const SAYS_MISSING = /not[ _]?found|(?:not|n't) exist|no such|unknown (?!error)/i;

/** The same beyond doubt: an "unknown error" says nothing of the thing. */
export function saysMissing(entry: GraphqlErrorEntry): boolean {
  return (
    isNotFoundEntry(entry) &&
    SAYS_MISSING.test(`${entry.message} ${String(entry.extensions?.code)}`)
  );
}

/** Whether a platform has null for a root field that must not be null: it has no such thing, and its server says so. */
export function isNullRootField({ message, path }: GraphqlErrorEntry): boolean {
  return path?.length === 1 && /\bnon[- ]?null/i.test(message);
}
