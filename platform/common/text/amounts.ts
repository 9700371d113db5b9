/** Returns `1,204` for 1204. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns `1 job` or `41 jobs`. */
export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Returns a duration in at most two units: `4.2 s`, `42 s`, `3 min 5 s`, `47 min`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 599.5) return formatTwoUnits(Math.round(seconds), 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return formatTwoUnits(minutes, 60, 'h', 'min');
  return formatTwoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function formatTwoUnits(
  value: number,
  unitSize: number,
  unit: string,
  smallerUnit: string,
): string {
  const remainder = value % unitSize;
  return `${formatNumber(Math.floor(value / unitSize))} ${unit}${remainder === 0 ? '' : ` ${remainder} ${smallerUnit}`}`;
}

/** Returns a text such as `a, b and 3 more`. */
export function listFirst(entries: readonly unknown[], maxShown: number): string {
  const hidden = entries.length - maxShown;
  return `${entries.slice(0, maxShown).join(', ')}${hidden > 0 ? ` and ${formatNumber(hidden)} more` : ''}`;
}
