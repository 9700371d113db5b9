import {
  GraphqlResponseError,
  type IntrospectionRefusal,
  type PlatformError,
} from '../../errors/errors';

/** graphql-java's guard lets each field of introspection stand once in a request. */
const ONCE_A_REQUEST = /good faith/i;

/** What servers say, in their words or their codes; the first one that fits counts. */
const OF_WORDS: ReadonlyArray<[RegExp, IntrospectionRefusal]> = [
  [ONCE_A_REQUEST, 'cost'],
  [/too often|too[ _]many[ _]requests|rate[ _-]?limit|throttl|try again later|quota/i, 'tooOften'],
  [
    /introspection (?:has been |is )?(?:disabled|forbidden|not (?:allowed|enabled|permitted|supported)|(?:switched|turned) off)/i,
    'off',
  ],
  [
    /persisted|safe-?list|allow-?list|trusted document|(?:not |un)registered|registered (?:quer|operation)/i,
    'persisted',
  ],
  [/depth|too deep|deeply|nested|nesting/i, 'depth'],
  [/complex|\bcosts?\b|costly|expensive|budget|node limit/i, 'cost'],
  [
    /token|too (?:large|long|big|many)|characters?\b|(?:size|length|limit|maximum|exceed).{0,30}(?:size|length|limit|maximum|exceed)/i,
    'size',
  ],
  [/introspect|__schema|__type/i, 'off'],
  [/forbidden|denied|not allowed|not permitted|permission|unauthori[sz]ed/i, 'notAllowed'],
];

/** Why an introspection was refused, by what the platform says. */
export function refusalReason(refusal: PlatformError): IntrospectionRefusal {
  const words = wordsOf(refusal);
  const reason = OF_WORDS.find(([fits]) => fits.test(words))?.[1];
  if (reason) return reason;
  return refusal instanceof GraphqlResponseError ? 'refused' : 'blocked';
}

/** Whether one type a request is all that may be asked for. */
export function wantsOneTypeARequest(refusal: PlatformError): boolean {
  return ONCE_A_REQUEST.test(wordsOf(refusal));
}

function wordsOf(refusal: PlatformError): string {
  if (!(refusal instanceof GraphqlResponseError)) return refusal.message;
  return refusal.errors
    .map(({ message, extensions }) => `${message} ${String(extensions?.code)}`)
    .join(' ');
}
