import { MutationReports } from '../../../../nodes/shared/operation/hints';

describe('reports beside changes', () => {
  const hintsOf = (...reports: Array<[message: string, item?: number]>) => {
    const all = new MutationReports();
    for (const [message, item] of reports) all.add({ message } as never, item);
    return all.hints().map(({ message }) => message.replace(/^The change .* with errors\. /, ''));
  };

  test.each<[hint: string, items: Array<number | undefined>]>([
    ['full', [undefined]],
    ['full (item 3)', [undefined, 3]],
    ['full (item 1 and 4 more)', [10, 9, 1, 10, 3, 4]],
  ])('%s: of items %j', (hint, items) => {
    expect(hintsOf(...items.map((item): [string, number?] => ['full', item]))).toEqual([hint]);
  });

  test('are bounded and counted', () => {
    const many = Array.from({ length: 11 }, (_, n): [string, number] => [`problem ${n}`, n]);
    expect(hintsOf(...many.slice(1)).at(-1)).toBe('problem 10 (item 10)');
    const hints = hintsOf(['x'.repeat(5_000), 0], ...many);
    expect(hints).toHaveLength(11);
    expect(hints.at(-1)).toBe('2 other reports of this kind');
    expect(hints.join('').length).toBeLessThan(10_000);
  });
});
