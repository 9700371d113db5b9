import { GraphqlResponseError, OutcomeUnknownError, PlatformError } from '../../errors/errors';

/**
 * What a request may have been refused for. `unstated`: that it was, for whatever reason, as by a firewall that gives none
 * or a server that hides its limits.
 */
export interface LimitRefusal {
  about: 'bytes' | 'parts' | 'levels' | 'unstated';
  /** The limit, where the platform returns it. */
  most?: number;
}

/** Too large, and too long an address: these say it themselves. */
const SIZE_STATUSES: ReadonlySet<number | undefined> = new Set([413, 414]);
/** What gateways, firewalls and servers refuse a body with that they do not like. */
const VAGUE_STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 422, 500]);

const WORDS: ReadonlyArray<[RegExp, LimitRefusal['about']]> = [
  [/\bdepth\b|too deep|nested too/i, 'levels'],
  [/\balias(?:es)?\b|root fields?|complex|\bcost\b|\btokens?\b|too many fields/i, 'parts'],
  [/too large|too long|too big|\bbody\b.{0,40}\blimit|payload.{0,40}(?:limit|size)/i, 'bytes'],
];
const WORDS_OF_LIMITS = /limit|exceed|maxim|too |most/i;
/** A limit on aliases and on levels can be kept to; what a field costs is the platform's own reckoning. */
const STATED_LIMIT =
  /\b(?:alias(?:es)?|depth|root fields?)\b\D{0,30}?(\d{1,6})|(\d{1,6})\D{0,10}\b(?:alias(?:es)?|levels)\b/i;
/** What a server says of a document that asks for what it does not have. */
const WORDS_OF_SCHEMA =
  /cannot query field|unknown (?:argument|type|fragment)|must not have a selection|must have a selection/i;

/** What an error says of the shape of the request that it answers; undefined where it cannot be about that. */
export function limitRefusal(error: unknown): LimitRefusal | undefined {
  if (!(error instanceof PlatformError)) return undefined;
  // What is sent in parts can be done twice.
  if (error instanceof OutcomeUnknownError) return limitRefusal(error.failure);
  if (error instanceof GraphqlResponseError) return refusalIn(errorText(error));
  if (error.reach !== 'answered') return undefined;
  if (SIZE_STATUSES.has(error.status)) return { about: 'bytes' };
  if (!error.page && !VAGUE_STATUSES.has(error.status)) return undefined;
  return error.page ? { about: 'unstated' } : refusalIn(error.message);
}

function errorText({ errors }: GraphqlResponseError): string {
  return errors
    .slice(0, 5)
    .map(({ message, extensions }) => `${message} ${String(extensions?.code ?? '')}`)
    .join(' ');
}

function refusalIn(text: string): LimitRefusal {
  const isAboutLimit = WORDS_OF_LIMITS.test(text);
  const about = isAboutLimit ? WORDS.find(([words]) => words.test(text))?.[1] : undefined;
  if (about === undefined) return { about: 'unstated' };
  const [, after, before] = STATED_LIMIT.exec(text) ?? [];
  const most = Number(after ?? before);
  return { about, ...(most >= 1 && { most }) };
}

/** Whether an error may be that of a limit on levels that is not stated: a server that limits them reads documents. */
export function mayBeAboutLevels(error: unknown): boolean {
  const refusal = limitRefusal(error);
  if (refusal?.about === 'levels') return true;
  if (refusal?.about !== 'unstated' || isSchemaRefusedByWords(error)) return false;
  if (error instanceof GraphqlResponseError) return error.refusedBeforeExecution;
  return error instanceof PlatformError && [400, 422].includes(error.status ?? 0) && !error.page;
}

/** Whether a document was turned down for what it asks for, rather than for its shape. */
export function isSchemaRefusedByWords(error: unknown): boolean {
  return (
    error instanceof GraphqlResponseError &&
    error.errors.some(({ message }) => WORDS_OF_SCHEMA.test(message))
  );
}

/** What makes two refusals the same: the words without what differs from one to the next, as a support ID. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof PlatformError)) return String(error);
  return `${error.name} ${error.status ?? ''} ${error.message.replace(/[\w.#:-]*\d[\w.#:-]*/g, '#')}`;
}
