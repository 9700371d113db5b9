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
