import { InvalidInputError } from '../errors/errors';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** IDs of jobs are UUIDs (interface, section 2). */
export function readJobId(value: unknown): string {
  const text = identifierText(value);
  if (text === '') throw new InvalidInputError('No job is selected', 'Choose a job in "Job".');
  if (!isUuid(text)) {
    throw new InvalidInputError(
      `"${text}" is not a valid ID of a job`,
      'The ID of a job is a UUID, for example 6f1d2c3b-0000-4000-8000-000000000000. Choose the job from the list, or copy its ID.',
    );
  }
  return text;
}

/** IDs of projects may have any format (section 4.2). */
export function readProjectId(value: unknown): string {
  return readIdentifier(value, 'project');
}

/** Reads the ID of a run of a job or pipeline. */
export function readRunId(value: unknown): string {
  const text = identifierText(value);
  if (/^https?:/i.test(text)) {
    throw new InvalidInputError(
      'An address is not the ID of a run',
      'For a run of a job, choose "By URL" in "Run". For a run of a pipeline, whose page is not known, choose the pipeline and then the run, or enter its ID.',
    );
  }
  if (text !== '') return text;
  throw new InvalidInputError(
    'No run is selected',
    'Choose a job and one of its runs, or set "Run" to the ID of a run, as {{ $json.id }} after a node that started one.',
  );
}

export function readIdentifier(value: unknown, what: string): string {
  const text = identifierText(value);
  if (text !== '') return text;
  throw new InvalidInputError(
    `No ${what} is selected`,
    `Choose ${withArticle(what)} from the list.`,
  );
}

/** Returns, for example, "jobs" or "technologies". */
export function plural(what: string): string {
  return what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`;
}

export function withArticle(what: string): string {
  return `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
}

function identifierText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
