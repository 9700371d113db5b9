const FORM = /^(\d+(?:\.\d+)?) *([KMGTP]?i?)B?$/i;

/** A size in one form, as '512 MB'; a number is one of bytes. Undefined where it is no size. */
export function dataSize(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? `${value} B` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const [, amount, unit = ''] = FORM.exec(value.trim()) ?? [];
  if (amount === undefined || unit.toLowerCase() === 'i') return undefined;
  return `${Number(amount)} ${unit.replace(/^./, (letter) => letter.toUpperCase()).replace('I', 'i')}B`;
}
