import {
  CancelledError,
  ConnectionError,
  GraphqlResponseError,
  InvalidInputError,
  OutcomeUnknownError,
  PlatformError,
  UnsupportedError,
  type ErrorCode,
  type GraphqlErrorEntry,
} from './errors';

const OF_CLASS: ReadonlyArray<[abstract new (...given: never[]) => PlatformError, ErrorCode]> = [
  [CancelledError, 'CANCELLED'],
  [OutcomeUnknownError, 'OUTCOME_UNKNOWN'],
  [InvalidInputError, 'INVALID_VALUE'],
  [UnsupportedError, 'NOT_SUPPORTED'],
  [ConnectionError, 'UNREACHABLE'],
];

const OF_STATUS = new Map<number | undefined, ErrorCode>([
  [401, 'LOGIN_FAILED'],
  [403, 'NOT_ALLOWED'],
  [404, 'NOT_FOUND'],
  [410, 'NOT_FOUND'],
  [419, 'LOGIN_FAILED'],
  [429, 'RATE_LIMITED'],
  [440, 'LOGIN_FAILED'],
  [498, 'LOGIN_FAILED'],
  [502, 'UNREACHABLE'],
  [503, 'UNREACHABLE'],
  [504, 'UNREACHABLE'],
]);

/** Of a document that is not registered; that says nothing of what it asks for. */
const NOT_REGISTERED = /persisted[ _]?quer|quer.{0,40}(?:safe|allow)-?list|trusted document/i;

/** What platforms say in `errors`, in their words or their codes; the first one that fits counts. */
const OF_WORDS: ReadonlyArray<[(entry: GraphqlErrorEntry) => boolean, ErrorCode]> = [
  [
    says(/GRAPHQL_(?:VALIDATION|PARSE)|cannot query field|unknown (?:argument|type)/i),
    'NOT_SUPPORTED',
  ],
  [says(NOT_REGISTERED), 'NOT_SUPPORTED'],
  [says(/unauthenticated/i), 'LOGIN_FAILED'],
  [
    says(/forbidden|denied|not allowed|not permitted|permission|unauthori[sz]ed|no rights?\b/i),
    'NOT_ALLOWED',
  ],
  [says(/BAD_USER_INPUT|is not a UUID/i), 'INVALID_VALUE'],
  [isNotFoundEntry, 'NOT_FOUND'],
];

/** What kind of failure it is; what says nothing of its own is of the kind of its cause. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (!(error instanceof PlatformError)) return 'PLATFORM_ERROR';
  const { code, status, cause } = error;
  return (
    code ??
    OF_CLASS.find(([kind]) => error instanceof kind)?.[1] ??
    OF_STATUS.get(status) ??
    (error instanceof GraphqlResponseError ? codeOfResponse(error) : errorCodeOf(cause))
  );
}

function codeOfResponse({ errors }: GraphqlResponseError): ErrorCode {
  return codeOfErrors(errors) ?? 'PLATFORM_ERROR';
}

/** What a platform's words say; undefined if they fit nothing. */
export function codeOfErrors([first]: readonly GraphqlErrorEntry[]): ErrorCode | undefined {
  return OF_WORDS.find(([fits]) => first && fits(first))?.[1];
}

function says(words: RegExp): (entry: GraphqlErrorEntry) => boolean {
  return ({ message, extensions }) => words.test(`${message} ${String(extensions?.code)}`);
}

const SAYS_UNKNOWN = /not[ _]?found|unknown|does(?: not|n't) exist|no such/i;
/** Of a document that does not fit the schema; that says nothing of what it asks for. */
const ABOUT_DOCUMENT =
  /unknown (?:field )?(?:argument|type|fragment|directive)|cannot query field|exists? (?:in|on) .{0,200}(?:enum|type)|GRAPHQL_VALIDATION|ValidationError/i;

/** Whether a platform says, in whatever words, that it has no such thing. */
export function isNotFoundEntry({ message, extensions }: GraphqlErrorEntry): boolean {
  const words = `${message} ${String(extensions?.code)}`;
  return SAYS_UNKNOWN.test(words) && !ABOUT_DOCUMENT.test(words) && !NOT_REGISTERED.test(words);
}

/** Whether a platform has null for a root field that must not be null: it has no such thing, and its server says so. */
export function isNullRootField({ message, path }: GraphqlErrorEntry): boolean {
  return path?.length === 1 && /\bnon[- ]?null/i.test(message);
}
