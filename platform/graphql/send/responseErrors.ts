import { codeOfErrors } from '../../common/errors/errorCodes';
import {
  GraphqlResponseError,
  type ErrorCode,
  type GraphqlErrorEntry,
  type PlatformErrorDetails,
} from '../../common/errors/errors';
import { pathSteps } from '../../session/errorPaths';
import { excerpt } from '../../common/text/text';
import { entriesOf, fieldsOf } from '../../common/text/values';
import type { GraphqlData } from './request';

/** A message has the number of the other errors. */
const MAX_DESCRIBED = 20;
const MAX_ENTRIES = 5_000;
/** Hiding secrets in more characters would take too long. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
const MAX_STEPS = 50;
const MESSAGE_CHARACTERS = 300;
const STEP_CHARACTERS = 100;
/** Codes and the steps of paths are shorter, and always read. */
const SHORT_CHARACTERS = 1_000;

/**
 * Reads `errors` in any format. Only a missing value, null and an empty list mean no errors.
 * @returns entries whose text is safe to show
 */
export function readErrors(errors: unknown, secrets: readonly string[]): GraphqlErrorEntry[] {
  if (errors === undefined || errors === null) return [];
  const entries: unknown[] = Array.isArray(errors) ? errors : [errors];
  let characters = 0;
  const shown: ShowText = (value, maxCharacters) => {
    const text = asText(value);
    if (text.length > SHORT_CHARACTERS) {
      characters += text.length;
      if (characters > MAX_CHARACTERS) return '(too long to be shown)';
    }
    return excerpt(text, secrets, maxCharacters) || 'no reason given';
  };
  return entries.slice(0, MAX_ENTRIES).map((entry) => readEntry(entry, shown));
}

type ShowText = (value: unknown, maxCharacters: number) => string;

/** @param announcement the words before the platform's message, such as "The platform responded" */
export function combinedError(
  announcement: string,
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
  details: Omit<PlatformErrorDetails, 'hint'>,
): GraphqlResponseError {
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new GraphqlResponseError(
    `${announcement}: ${errors[0]?.message}${others}`,
    { ...details, hint: describeErrors(errors) },
    errors,
    data,
  );
}

const ADVICE: Partial<Record<ErrorCode, string>> = {
  LOGIN_FAILED: 'Check the login in the credential.',
  NOT_ALLOWED: 'Ask a project manager or a platform administrator for the right to do this.',
};

/** @param ofUsersQuery true to show line and column, which help only the author of the query */
export function describeErrors(errors: readonly GraphqlErrorEntry[], ofUsersQuery = false): string {
  const described = errors.slice(0, MAX_DESCRIBED);
  const lines = described.map(({ locations, ...entry }, index) => {
    const shown = ofUsersQuery ? { locations, ...entry } : entry;
    return describeEntry(shown, errors.length > 1 ? index + 1 : undefined);
  });
  const left = errors.length - described.length;
  if (left > 0) lines.push(`… and ${left} more.`);
  const code = codeOfErrors(errors);
  return [code && ADVICE[code], ...lines].filter(Boolean).join('\n');
}

function readEntry(entry: unknown, text: ShowText): GraphqlErrorEntry {
  if (typeof entry !== 'object' || entry === null) {
    return { message: text(entry, MESSAGE_CHARACTERS) };
  }
  const { message, path, locations, extensions } = entry as Record<string, unknown>;
  const { code, classification } = (extensions ?? {}) as Record<string, unknown>;
  const codeText = code ?? classification;
  return {
    message: text(shortenValue(message ?? entry), MESSAGE_CHARACTERS),
    path: readPath(path, (step) => text(step, STEP_CHARACTERS)),
    locations: readLocations(locations),
    extensions:
      codeText === undefined || codeText === null
        ? undefined
        : { code: text(codeText, STEP_CHARACTERS) },
  };
}

const GOT = ' got invalid value ';

/** Shortens the value of a variable in a message, so that the reason after it is kept. */
function shortenValue(message: unknown): unknown {
  if (typeof message !== 'string' || message.length <= MESSAGE_CHARACTERS) return message;
  const [before = '', ...after] = message.split(GOT);
  const value = after.join(GOT);
  const at = value.search(/(?: at ["'][^"']*["'])?; (?:Field|Value|Enum|Expected) /);
  return at < 0 ? message : `${before}${GOT}…${value.slice(at)}`;
}

function readPath(
  path: unknown,
  text: (step: unknown) => string,
): Array<string | number> | undefined {
  const steps = pathSteps(path);
  if (steps.length === 0) return undefined;
  return steps.slice(0, MAX_STEPS).map((step) => (typeof step === 'number' ? step : text(step)));
}

function readLocations(locations: unknown): GraphqlErrorEntry['locations'] {
  const { line, column } = fieldsOf(entriesOf(locations)[0]);
  return typeof line === 'number' && typeof column === 'number' ? [{ line, column }] : undefined;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return String(JSON.stringify(value));
  } catch {
    // The value is nested too deeply.
    return '';
  }
}

/** @param number undefined for the only error, whose message is already the title */
function describeEntry(
  { message, path, locations, extensions }: GraphqlErrorEntry,
  number: number | undefined,
): string {
  const parts = number === undefined ? [] : [`${number}. ${message}`];
  if (path) parts.push(`Field: ${path.join('.')}`);
  const [location] = locations ?? [];
  if (location) parts.push(`Line ${location.line}, column ${location.column}`);
  if (typeof extensions?.code === 'string') parts.push(`Code: ${extensions.code}`);
  return parts.join('. ');
}
