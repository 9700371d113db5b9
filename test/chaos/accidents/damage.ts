import { randomNumbers } from '../../support/random';

const deep = (levels: number): unknown => {
  let nested: unknown = 'bottom';
  for (let level = 0; level < levels; level++) nested = level % 2 ? [nested] : { next: nested };
  return nested;
};

const WRONG: ReadonlyArray<() => unknown> = [
  () => ({}),
  () => [],
  () => 12,
  () => -1,
  () => 1e300,
  () => 1_790_000_000_000_000_000,
  () => '',
  () => 'a text',
  () => '2026-13-45T99:00:00Z',
  () => '\ud800 alone',
  () => null,
  () => true,
  () => [null],
  () => [[[]]],
  () => ({ length: 3 }),
  () =>
    JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ) as unknown,
  () => '__proto__',
  () => deep(50),
  () => deep(3_000),
];

/** The same JSON with one to three values of other types; a text that is not JSON gets a wrong end. */
export function damaged(text: string, seed: number): string {
  const random = randomNumbers(seed);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${text}}`;
  }
  const holder = { value };
  for (let wounds = 1 + Math.floor(random() * 3); wounds > 0; wounds--) wound(holder, random);
  return JSON.stringify(holder.value);
}

function wound(holder: object, random: () => number): void {
  const places: Array<[Record<string, unknown>, string]> = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 12 || places.length > 400) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      collect((value as Record<string, unknown>)[key], depth + 1);
    }
  };
  collect(holder, 0);
  const [parent, key] = places[Math.floor(random() * places.length)] ?? [];
  const wrong = WRONG[Math.floor(random() * WRONG.length)];
  if (parent && key !== undefined && wrong) parent[key] = wrong();
}
