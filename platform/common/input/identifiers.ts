import { InvalidInputError } from '../errors/errors';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** IDs of jobs are UUIDs (interface, section 2). */
export function readJobId(value: unknown): string {
  const text = toTrimmedText(value);
  if (text === '') throw new InvalidInputError('No job is selected', 'Choose a job in "Job".');
  if (!isUuid(text)) {
    throw new InvalidInputError(
      `"${text}" is not a valid job ID`,
      'A job ID is a UUID, for example 6f1d2c3b-0000-4000-8000-000000000000. Choose the job from the list, or copy its ID.',
    );
  }
  return text;
}

/** IDs of projects may have any format (interface, section 4.2). */
export function readProjectId(value: unknown): string {
  return readIdentifier(value, 'project');
}

export function readRunId(value: unknown): string {
  const text = toTrimmedText(value);
  if (/^https?:/i.test(text)) {
    throw new InvalidInputError(
      'A URL is not a run ID',
      'For a job run, choose "By URL" in "Run". A pipeline run has no known page: choose the pipeline and then the run, or enter the ID of the run.',
    );
  }
  if (text !== '') return text;
  throw new InvalidInputError(
    'No run is selected',
    'Choose a job and one of its runs, or set "Run" to the ID of a run. After a node that started a run, this is {{ $json.id }}.',
  );
}

export function readIdentifier(value: unknown, noun: string): string {
  const text = toTrimmedText(value);
  if (text !== '') return text;
  const hint = `Choose ${withArticle(noun)} from the list.`;
  throw new InvalidInputError(`No ${noun} is selected`, hint);
}

export function readRequiredText(value: unknown, label: string): string {
  const text = toTrimmedText(value);
  if (text !== '') return text;
  throw new InvalidInputError(`The ${label.toLowerCase()} is empty`, `Fill in "${label}".`);
}

/** Returns "jobs" for "job", and "technologies" for "technology". */
export function toPlural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function toTrimmedText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
