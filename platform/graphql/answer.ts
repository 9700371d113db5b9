import { GraphqlAnswerError, UnexpectedAnswerError, type GraphqlErrorEntry } from '../errors';
import type { TextAnswer } from '../http/exchange';
import { isSuccess } from '../http/isSuccess';
import { statusError } from '../http/statusErrors';
import { excerpt, htmlTitle, isHtml } from '../text';

export type GraphqlData = Record<string, unknown>;

interface GraphqlBody {
  data?: GraphqlData | null;
  errors?: GraphqlErrorEntry[];
}

/**
 * Reads a GraphQL answer (interface, sections 4.2 and 7).
 * @throws GraphqlAnswerError where `errors` came, whatever the HTTP status; HttpStatusError;
 * UnexpectedAnswerError for HTML, text that was cut, or JSON that is no GraphQL answer.
 */
export function readGraphqlAnswer(
  url: URL,
  answer: TextAnswer,
  secrets: readonly string[],
): GraphqlData {
  const body = parseBody(answer.text);
  if (body && hasErrors(body)) throw graphqlError(body, secrets);
  if (!isSuccess(answer)) throw statusError(url, answer, secrets);
  if (body?.data) return body.data;
  throw unexpectedAnswer(url, answer, body !== undefined, secrets);
}

function parseBody(text: string): GraphqlBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as GraphqlBody) : undefined;
  } catch {
    return undefined;
  }
}

function hasErrors(body: GraphqlBody): body is GraphqlBody & { errors: GraphqlErrorEntry[] } {
  return (
    Array.isArray(body.errors) &&
    body.errors.length > 0 &&
    body.errors.every((entry) => typeof entry?.message === 'string')
  );
}

function graphqlError(
  body: GraphqlBody & { errors: GraphqlErrorEntry[] },
  secrets: readonly string[],
): GraphqlAnswerError {
  const errors = body.errors.map((entry) => ({
    ...entry,
    message: excerpt(entry.message, secrets),
  }));
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new GraphqlAnswerError(
    `The platform answered: ${first?.message}${others}`,
    {
      hint: errors.map((entry, index) => describeEntry(entry, index, errors, secrets)).join('\n'),
      reach: 'answered',
    },
    errors,
    body.data,
  );
}

/** Where it went wrong and the platform's code for it. The message itself stands in the error already. */
function describeEntry(
  entry: GraphqlErrorEntry,
  index: number,
  all: readonly unknown[],
  secrets: readonly string[],
): string {
  const parts = all.length > 1 ? [`${index + 1}. ${entry.message}`] : [];
  if (entry.path?.length) parts.push(`Field: ${entry.path.join('.')}`);
  const [location] = entry.locations ?? [];
  if (location) parts.push(`Line ${location.line}, column ${location.column}`);
  const code = entry.extensions?.code ?? entry.extensions?.classification;
  if (typeof code === 'string') parts.push(`Code: ${excerpt(code, secrets)}`);
  return parts.join('. ') || 'The platform gave no further details.';
}

function unexpectedAnswer(
  url: URL,
  answer: TextAnswer,
  isJson: boolean,
  secrets: readonly string[],
): UnexpectedAnswerError {
  if (isHtml(answer.text)) {
    return new UnexpectedAnswerError(
      `${url.host} answered with a web page instead of data: "${htmlTitle(answer.text, secrets)}"`,
      {
        hint: 'Check the base URL and the platform ID in the credential. A login page or a gateway in front of the platform may have answered.',
        reach: 'answered',
        status: answer.status,
      },
    );
  }
  const shown = excerpt(answer.text, secrets);
  return new UnexpectedAnswerError(
    isJson
      ? `${url.host} answered JSON without "data"`
      : `The answer of ${url.host} is not whole JSON`,
    {
      hint: shown ? `It starts with: ${shown.slice(0, 200)}` : 'The answer was empty.',
      reach: isJson ? 'answered' : 'unknown',
      transient: !isJson,
      status: answer.status,
    },
  );
}
