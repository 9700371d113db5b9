import { InvalidInputError } from '../../common/errors/errors';
import { cleanName } from '../../common/text/text';
import { isKnownStatus, OUTCOME_NAMES, type FinalStatuses, type RunOutcome } from './outcome';

const MAX_STATUSES = 100;
const MAX_CHARACTERS = 10_000;

/**
 * Reads a user's list of statuses and their meaning, for example `COMPLETED=succeeded, CANCELED=stopped`.
 * @throws InvalidInputError if an entry cannot be read, changes a known status or contradicts another, or if the text is too long
 */
export function readFinalStatuses(text: string): FinalStatuses {
  const invalid = (problem: string) =>
    new InvalidInputError(
      `"Final Statuses" ${problem}`,
      'Enter statuses with their meaning, for example COMPLETED=succeeded, CANCELED=stopped. The meaning is succeeded, failed, stopped or skipped. Nothing was sent for this item.',
    );
  const statuses = new Map<string, RunOutcome>();
  const entries = text.split(/[,;\n]/);
  if (text.length > MAX_CHARACTERS || entries.length > MAX_STATUSES)
    throw invalid(`has more than ${MAX_STATUSES} statuses or ${MAX_CHARACTERS} characters`);
  for (const entry of entries.map((text) => text.trim()).filter(Boolean)) {
    const [word = '', meaning = '', ...more] = entry.split('=').map((part) => part.trim());
    const status = word.toUpperCase();
    const outcome = OUTCOME_NAMES.find((name) => name === meaning.toLowerCase());
    if (status === '' || outcome === undefined || more.length > 0)
      throw invalid(`cannot be read at "${cleanName(entry)}"`);
    if (isKnownStatus(status)) throw invalid(`cannot change the meaning of ${status}`);
    if ((statuses.get(status) ?? outcome) !== outcome)
      throw invalid(`has two meanings for ${cleanName(status)}`);
    statuses.set(status, outcome);
  }
  return statuses;
}
