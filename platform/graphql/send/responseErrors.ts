import { findCodeInErrors } from '../../common/errors/errorCodes';
import {
  GraphqlResponseError,
  type ErrorCode,
  type GraphqlErrorEntry,
  type PlatformErrorDetails,
} from '../../common/errors/errors';
import { readPathSteps } from '../../session/errorPaths';
import { excerpt } from '../../common/text/text';
import { toList, toObject } from '../../common/text/values';
import type { GraphqlData } from './request';

/** Further errors are only counted in the description. */
const MAX_DESCRIBED_ERRORS = 20;
const MAX_READ_ERRORS = 5_000;
/** Limits the total length of the long texts in which secrets are hidden, because hiding takes time. */
const MAX_TOTAL_CHARACTERS = 2 * 1024 * 1024;
const MAX_PATH_STEPS = 50;
const MAX_MESSAGE_CHARACTERS = 300;
const MAX_STEP_CHARACTERS = 100;
/** Shorter texts, such as codes and the steps of paths, do not count toward `MAX_TOTAL_CHARACTERS`. */
const MAX_SHORT_CHARACTERS = 1_000;

/**
 * Reads `errors` in any format. Only a missing value, null and an empty list mean no errors.
 * @returns entries whose text is safe to show
 */
export function readErrors(errors: unknown, secrets: readonly string[]): GraphqlErrorEntry[] {
  if (errors === undefined || errors === null) return [];
  const entries: unknown[] = Array.isArray(errors) ? errors : [errors];
  let characters = 0;
  const toShownText: ToShownText = (value, maxCharacters) => {
    const text = toJsonText(value);
    if (text.length > MAX_SHORT_CHARACTERS) {
      characters += text.length;
      if (characters > MAX_TOTAL_CHARACTERS) return '(too long to be shown)';
    }
    return excerpt(text, secrets, maxCharacters) || 'no reason given';
  };
  return entries.slice(0, MAX_READ_ERRORS).map((entry) => readEntry(entry, toShownText));
}

type ToShownText = (value: unknown, maxCharacters: number) => string;

/** Combines all errors of a response. @param announcement words before the message of the platform, such as "The platform responded" */
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

/** @param withLocations true to show the line and column, which help only the author of the query */
export function describeErrors(
  errors: readonly GraphqlErrorEntry[],
  withLocations = false,
): string {
  const described = errors.slice(0, MAX_DESCRIBED_ERRORS);
  const lines = described.map(({ locations, ...entry }, index) => {
    const shownEntry = withLocations ? { locations, ...entry } : entry;
    return describeEntry(shownEntry, errors.length > 1 ? index + 1 : undefined);
  });
  const hidden = errors.length - described.length;
  if (hidden > 0) lines.push(`… and ${hidden} more.`);
  const code = findCodeInErrors(errors);
  return [code && ADVICE[code], ...lines].filter(Boolean).join('\n');
}

function readEntry(entry: unknown, toShownText: ToShownText): GraphqlErrorEntry {
  if (typeof entry !== 'object' || entry === null) {
    return { message: toShownText(entry, MAX_MESSAGE_CHARACTERS) };
  }
  const { message, path, locations, extensions } = entry as Record<string, unknown>;
  const { code, classification } = (extensions ?? {}) as Record<string, unknown>;
  const codeText = code ?? classification;
  return {
    message: toShownText(shortenValue(message ?? entry), MAX_MESSAGE_CHARACTERS),
    path: readPath(path, (step) => toShownText(step, MAX_STEP_CHARACTERS)),
    locations: readLocations(locations),
    extensions:
      codeText === undefined || codeText === null
        ? undefined
        : { code: toShownText(codeText, MAX_STEP_CHARACTERS) },
  };
}

const INVALID_VALUE = ' got invalid value ';

/** Shortens the value of a variable in a message, so that the reason after it is kept. */
function shortenValue(message: unknown): unknown {
  if (typeof message !== 'string' || message.length <= MAX_MESSAGE_CHARACTERS) return message;
  const [before = '', ...after] = message.split(INVALID_VALUE);
  const value = after.join(INVALID_VALUE);
  const at = value.search(/(?: at ["'][^"']*["'])?; (?:Field|Value|Enum|Expected) /);
  return at < 0 ? message : `${before}${INVALID_VALUE}…${value.slice(at)}`;
}

function readPath(
  path: unknown,
  toShownText: (step: unknown) => string,
): Array<string | number> | undefined {
  const steps = readPathSteps(path);
  if (steps.length === 0) return undefined;
  return steps
    .slice(0, MAX_PATH_STEPS)
    .map((step) => (typeof step === 'number' ? step : toShownText(step)));
}

function readLocations(locations: unknown): GraphqlErrorEntry['locations'] {
  const { line, column } = toObject(toList(locations)[0]);
  return typeof line === 'number' && typeof column === 'number' ? [{ line, column }] : undefined;
}

function toJsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return String(JSON.stringify(value));
  } catch {
    // The value is nested too deeply.
    return '';
  }
}

/** @param number undefined if there is only one error: its message is already the title */
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
