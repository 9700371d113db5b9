import {
  GraphqlResponseError,
  PlatformError,
  type ErrorCode,
  type GraphqlErrorEntry,
} from './errors';

const OF_STATUS = new Map<number | undefined, ErrorCode>([
  [401, 'LOGIN_FAILED'],
  [403, 'NOT_ALLOWED'],
  [404, 'NOT_FOUND'],
  [410, 'NOT_FOUND'],
  [429, 'RATE_LIMITED'],
  [502, 'UNREACHABLE'],
  [503, 'UNREACHABLE'],
  [504, 'UNREACHABLE'],
]);

/** Matches rejections of a document that is not registered, which say nothing about the requested entities. */
const NOT_REGISTERED = /persisted[ _]?quer|quer.{0,40}(?:safe|allow)-?list|trusted document/i;

/** The first match counts. */
const OF_WORDS: ReadonlyArray<[(entry: GraphqlErrorEntry) => boolean, ErrorCode]> = [
  [
    says(/GRAPHQL_(?:VALIDATION|PARSE)|cannot query field|unknown (?:argument|type)/i),
    'NOT_SUPPORTED',
  ],
  [says(NOT_REGISTERED), 'NOT_SUPPORTED'],
  [
    says(
      /\btoo[ _]many[ _]requests|rate[ _-]?limit(?:ed|ing)?[ _](?:was )?(?:exceeded|reached|hit)|rate[ _-]?limited|throttled/i,
    ),
    'RATE_LIMITED',
  ],
  [says(/unauthenticated/i), 'LOGIN_FAILED'],
  [
    says(/forbidden|denied|not allowed|not permitted|permission|unauthori[sz]ed|no rights?\b/i),
    'NOT_ALLOWED',
  ],
  [says(/BAD_USER_INPUT|is not a UUID/i), 'INVALID_VALUE'],
  [isNotFoundEntry, 'NOT_FOUND'],
];

/** A failure without a code of its own has that of its cause. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (!(error instanceof PlatformError)) return 'PLATFORM_ERROR';
  const { code, status, cause } = error;
  return (
    code ??
    OF_STATUS.get(status) ??
    (error instanceof GraphqlResponseError ? codeOfResponse(error) : errorCodeOf(cause))
  );
}

function codeOfResponse({ errors }: GraphqlResponseError): ErrorCode {
  return codeOfErrors(errors) ?? 'PLATFORM_ERROR';
}

export function codeOfErrors([first]: readonly GraphqlErrorEntry[]): ErrorCode | undefined {
  return OF_WORDS.find(([fits]) => first && fits(first))?.[1];
}

function says(words: RegExp): (entry: GraphqlErrorEntry) => boolean {
  return ({ message, extensions }) => words.test(`${message} ${String(extensions?.code)}`);
}

const SAYS_UNKNOWN = /not[ _]?found|unknown|does(?: not|n't) exist|no such/i;
/** Matches rejections of a document that does not fit the schema, which say nothing about the requested entities. */
const ABOUT_DOCUMENT =
  /unknown (?:field )?(?:argument|type|fragment|directive)|cannot query field|exists? (?:in|on) .{0,200}(?:enum|type)|GRAPHQL_VALIDATION|ValidationError/i;

export function isNotFoundEntry({ message, extensions }: GraphqlErrorEntry): boolean {
  const words = `${message} ${String(extensions?.code)}`;
  return SAYS_UNKNOWN.test(words) && !ABOUT_DOCUMENT.test(words) && !NOT_REGISTERED.test(words);
}

/** Some platforms return null for an entity that does not exist, even for a root field that must not be null. */
export function isNullRootField({ message, path }: GraphqlErrorEntry): boolean {
  return path?.length === 1 && /\bnon[- ]?null/i.test(message);
}
