import { valueAt } from '../../text/values';

/** A value of a settings file that no platform takes. */
interface WrongValue {
  /** Its dotted path. */
  field: string;
  what: string;
  hint: string;
}

interface Rule {
  field: string;
  isRight(text: string): boolean;
  hint: string;
}

/** What is written in texts, by a rule that every platform has. */
const RULES: readonly Rule[] = [
  {
    field: 'cronScheduling',
    isRight: isCron,
    hint: 'A cron expression has five fields: minute, hour, day of the month, month, and day of the week, for example "30 6 * * 1-5".',
  },
  {
    field: 'size',
    isRight: (text) => /^\d+(?:\.\d+)?\s*(?:[kmgtpe]i?b?|b(?:ytes?)?)?$/i.test(text),
    hint: 'A size is a number and a unit, for example "10 GB".',
  },
];

/** The values of a settings file that no platform takes. */
export function wrongValues(file: unknown): WrongValue[] {
  return RULES.flatMap(({ field, isRight, hint }) => {
    const value = valueAt(file, field);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || isRight(text)) return [];
    return [{ field, what: `has an invalid "${field}"`, hint }];
  });
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** The least and the most of each field, and names that stand for numbers. */
const CRON_FIELDS: ReadonlyArray<{ least: number; most: number; names?: readonly string[] }> = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 7, names: DAYS },
];

function isCron(text: string): boolean {
  const fields = text.split(/\s+/);
  return (
    fields.length === CRON_FIELDS.length &&
    CRON_FIELDS.every((allowed, index) => {
      const entries = (fields[index] ?? '').split(',');
      return entries.every((entry) => isCronEntry(entry, allowed));
    })
  );
}

/** As `*`, `?`, `5`, `1-5`, `MON-FRI`, `*\/15`, `0-30/10`. */
function isCronEntry(
  entry: string,
  { least, most, names = [] }: (typeof CRON_FIELDS)[number],
): boolean {
  const [, from = '', to, step] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(entry) ?? [];
  const isValue = (value: string) =>
    names.includes(value.toUpperCase()) ||
    (/^\d{1,2}$/.test(value) && Number(value) >= least && Number(value) <= most);
  const isStep = step === undefined || (Number(step) > 0 && Number(step) <= most);
  if (from === '*' || from === '?') return to === undefined && isStep;
  // Last days and the like, where a platform knows them.
  if (/^(?:L|LW|\d{1,2}[LW]|[0-7]#[1-5])$/i.test(from)) return to === undefined && !step;
  return isValue(from) && (to === undefined || isValue(to)) && isStep;
}
