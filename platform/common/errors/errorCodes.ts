import {
  GraphqlResponseError,
  PlatformError,
  type ErrorCode,
  type GraphqlErrorEntry,
} from './errors';

const CODE_BY_STATUS = new Map<number | undefined, ErrorCode>([
  [401, 'LOGIN_FAILED'],
  [403, 'NOT_ALLOWED'],
  [404, 'NOT_FOUND'],
  [410, 'NOT_FOUND'],
  [429, 'RATE_LIMITED'],
  [502, 'UNREACHABLE'],
  [503, 'UNREACHABLE'],
  [504, 'UNREACHABLE'],
]);

/** Matches the rejection of a document by a server that accepts only registered documents. */
const NOT_REGISTERED = /persisted[ _]?quer|quer.{0,40}(?:safe|allow)-?list|trusted document/i;

/** The first match counts. */
const CODE_BY_WORDS: ReadonlyArray<[(entry: GraphqlErrorEntry) => boolean, ErrorCode]> = [
  [
    mentions(/GRAPHQL_(?:VALIDATION|PARSE)|cannot query field|unknown (?:argument|type)/i),
    'NOT_SUPPORTED',
  ],
  [mentions(NOT_REGISTERED), 'NOT_SUPPORTED'],
  [
    mentions(
      /\btoo[ _]many[ _]requests|rate[ _-]?limit(?:ed|ing)?[ _](?:was )?(?:exceeded|reached|hit)|rate[ _-]?limited|throttled/i,
    ),
    'RATE_LIMITED',
  ],
  [mentions(/unauthenticated/i), 'LOGIN_FAILED'],
  [
    mentions(/forbidden|denied|not allowed|not permitted|permission|unauthori[sz]ed|no rights?\b/i),
    'NOT_ALLOWED',
  ],
  [mentions(/BAD_USER_INPUT|is not a UUID/i), 'INVALID_VALUE'],
  [isNotFoundEntry, 'NOT_FOUND'],
];

/** Returns the error's own code, or that of its status, its GraphQL errors or its cause; otherwise `PLATFORM_ERROR`. */
export function findErrorCode(error: unknown): ErrorCode {
  if (!(error instanceof PlatformError)) return 'PLATFORM_ERROR';
  const { code, status, cause } = error;
  return (
    code ??
    CODE_BY_STATUS.get(status) ??
    (error instanceof GraphqlResponseError
      ? (findCodeInErrors(error.errors) ?? 'PLATFORM_ERROR')
      : findErrorCode(cause))
  );
}

/** Only the first error counts. */
export function findCodeInErrors([first]: readonly GraphqlErrorEntry[]): ErrorCode | undefined {
  return CODE_BY_WORDS.find(([matches]) => first && matches(first))?.[1];
}

function mentions(words: RegExp): (entry: GraphqlErrorEntry) => boolean {
  return ({ message, extensions }) => words.test(`${message} ${String(extensions?.code)}`);
}

const NOT_FOUND_WORDS = /not[ _]?found|unknown|does(?: not|n't) exist|no such/i;
/** Matches the rejection of a document that does not fit the schema. */
const INVALID_DOCUMENT =
  /unknown (?:field )?(?:argument|type|fragment|directive)|cannot query field|exists? (?:in|on) .{0,200}(?:enum|type)|GRAPHQL_VALIDATION|ValidationError/i;

/** Returns true if an entity was not found. Excludes the rejection of a document, which may contain the same words. */
export function isNotFoundEntry({ message, extensions }: GraphqlErrorEntry): boolean {
  const words = `${message} ${String(extensions?.code)}`;
  return (
    NOT_FOUND_WORDS.test(words) && !INVALID_DOCUMENT.test(words) && !NOT_REGISTERED.test(words)
  );
}

/** Some platforms return null for an entity that does not exist, even for a root field that must not be null. */
export function isNullRootField({ message, path }: GraphqlErrorEntry): boolean {
  return path?.length === 1 && /\bnon[- ]?null/i.test(message);
}
