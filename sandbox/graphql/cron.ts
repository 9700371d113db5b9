const FIELDS: [from: number, to: number, names: string[]][] = [
  [0, 59, []],
  [0, 23, []],
  [1, 31, []],
  [1, 12, ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']],
  [0, 7, ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']],
];

/** Whether a text is a cron schedule: minute, hour, day of the month, month, day of the week. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === FIELDS.length &&
    FIELDS.every(([from, to, names], index) =>
      (fields[index] ?? '').split(',').every((item) => isItem(item, from, to, names)),
    )
  );
}

function isItem(item: string, from: number, to: number, names: string[]): boolean {
  const [range = '', step, ...rest] = item.split('/');
  if (rest.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => valueOf(end, from, names));
  const [first = NaN, last = first] = ends;
  return ends.length <= 2 && first >= from && last <= to && first <= last;
}

function valueOf(end: string, from: number, names: string[]): number {
  const name = names.indexOf(end.toUpperCase());
  if (name >= 0) return from + name;
  return /^\d+$/.test(end) ? Number(end) : NaN;
}
