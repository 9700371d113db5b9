import { Glob, findGlobProblem } from '../../../../platform/projectFiles/files/globs';

test.each([
  ['jobs/load', 'jobs/load', true],
  ['jobs/import-*', 'jobs/import-', true],
  ['jobs/import-*', 'jobs/reimport-orders', false],
  ['jobs/*_eu', 'jobs/a_eu_b_eu', true],
  ['jobs/*_eu', 'jobs/a_eu_b', false],
  ['jobs/*_*_b', 'jobs/a_b', false],
  ['jobs/*a*a', 'jobs/a', false],
  ['jobs/**a', 'jobs/ba', true],
  ['*/nightly', 'pipelines/nightly', true],
  ['*', 'variables/URL', true],
  ['**', 'project', true],
  ['volumes/*', 'volumes/my/data [old]', true],
  ['./jobs/load.json', 'jobs/load', true],
  ['jobs/', 'jobs/load', true],
  ['project', 'project', true],
  ['jobs/a.b', 'jobs/axb', false],
  ['jobs/Load', 'jobs/load', false],
])('%s and %s: %s', (glob, path, isMatch) => {
  expect(findGlobProblem(glob)).toBeUndefined();
  expect(new Glob(glob).matches(path)).toBe(isMatch);
});

test.each([
  [' ', /empty/],
  ['job/load', /must start with/],
  ['Jobs/*', /must start with/],
  ...['!jobs/load', 'jobs/[ab]*', 'jobs/l?ad', 'jobs/{a,b}'].map((glob): [string, RegExp] => [
    glob,
    /only wildcard is \*, which matches any text/,
  ]),
  [`jobs/${'a'.repeat(500)}`, /500 characters/],
])('%s can match nothing', (glob, problem) => {
  expect(findGlobProblem(glob)).toMatch(problem);
});

test('many stars take no time on a long name', () => {
  const glob = new Glob(`jobs/${'*a'.repeat(200)}b`);
  expect(glob.matches(`jobs/${'a'.repeat(20_000)}`)).toBe(false);
});
