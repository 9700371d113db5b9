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

const THOUSANDS = ['', 'K', 'M', 'G', 'T', 'P'];

/** @param size in the form of `dataSize` */
export function dataSizeBytes(size: string): number {
  const [, amount = '0', unit = ''] = FORM.exec(size) ?? [];
  const power = THOUSANDS.indexOf(unit.charAt(0).toUpperCase());
  return Number(amount) * (unit.endsWith('i') ? 1024 : 1000) ** Math.max(0, power);
}
