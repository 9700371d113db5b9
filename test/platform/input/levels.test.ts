import { requireFewLevels } from '../../../platform/input/levels';

const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)]);

test('a value of 200 levels is sent, one of 201 is refused', () => {
  expect(() => requireFewLevels(nested(200), 'The value')).not.toThrow();
  expect(() => requireFewLevels(nested(201), 'The value')).toThrow(
    'The value is nested too deeply',
  );
});

test('dates are no levels, however often one stands there', () => {
  const date = new Date(0);
  expect(() => requireFewLevels(Array(1_000).fill([date]), 'The value')).not.toThrow();
});
