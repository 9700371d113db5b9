/** The value below which such a part of the others lies, by the nearest rank: always one that occurred. */
export function percentile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
}

/** The one in the middle, or the mean of the two there. */
export function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function ascending(values: readonly number[]): number[] {
  return Float64Array.from(values).sort() as unknown as number[];
}
