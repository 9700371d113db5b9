const widestColumn = 60;

type Row = Record<string, unknown>;

/** Rows as a plain table, for a terminal. Columns without a value are left out. */
export function table(nestedRows: Row[]): string {
  if (nestedRows.length === 0) return '(nothing)';
  const rows = nestedRows.map((row) => flat(row));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.filter((name) => rows.some((row) => cell(row[name]) !== ''));
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return lines.join('\n');
}

/** A nested field becomes a column of its own: `technology.id`. */
function flat(row: Row, prefix = ''): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      isRow(value) ? Object.entries(flat(value, `${prefix}${key}.`)) : [[prefix + key, value]],
    ),
  );
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > widestColumn ? `${text.slice(0, widestColumn - 1)}…` : text;
}
