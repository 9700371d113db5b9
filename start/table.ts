const MAX_WIDTH = 100;
const MAX_CELL = 40;
const GAP = '  ';

type Row = Record<string, unknown>;

/** Columns that a person looks for first. */
const FIRST = ['name', 'jobName', 'status', 'number', 'durationSeconds'];

/** Returns rows as a plain table for a terminal, with as many columns as fit. Nested and empty values are left out. */
export function table(rows: Row[]): string {
  if (rows.length === 0) return '(nothing)';
  const names = new Set([...FIRST, ...rows.flatMap((row) => Object.keys(row))]);
  let width = -GAP.length;
  const columns = [...names]
    .map((name) => [name, ...rows.map((row) => cell(row[name]))])
    .filter((texts) => texts.slice(1).some((text) => text !== ''))
    .map((texts) => {
      const widest = Math.max(...texts.map(({ length }) => length));
      const [name = '', ...values] = texts.map((text) => text.padEnd(widest));
      return [name, '─'.repeat(widest), ...values];
    })
    .filter(([{ length } = '']) => {
      const isFitting = width + GAP.length + length <= MAX_WIDTH;
      if (isFitting) width += GAP.length + length;
      return isFitting;
    });
  const [lines = []] = columns;
  return lines
    .map((_, at) =>
      columns
        .map((texts) => texts[at])
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'object') return '';
  const text = String(value);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}
