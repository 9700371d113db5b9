/** Thousands apart, as `1,204`. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** As `1 job` and `41 jobs`. */
export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A duration as exact as it matters: `4.2 s`, `42 s`, `3 min 5 s`, `47 min`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 599.5) return twoParts(Math.round(seconds), 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return twoParts(minutes, 60, 'h', 'min');
  return twoParts(Math.round(minutes / 60), 24, 'd', 'h');
}

function twoParts(value: number, size: number, unit: string, smaller: string): string {
  const rest = value % size;
  return `${formatNumber(Math.floor(value / size))} ${unit}${rest === 0 ? '' : ` ${rest} ${smaller}`}`;
}

/** The first of some, as `a, b and 3 more`. */
export function listSome(all: readonly unknown[], most: number): string {
  const more = all.length - most;
  return `${all.slice(0, most).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}
