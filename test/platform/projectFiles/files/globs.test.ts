import { Glob, globProblem } from '../../../../platform/projectFiles/files/globs';

test.each([
  ['jobs/load', 'jobs/load', true],
  ['jobs/import-*', 'jobs/import-', true],
  ['jobs/import-*', 'jobs/reimport-orders', false],
  ['jobs/*_eu', 'jobs/a_eu_b_eu', true],
  ['jobs/*_eu', 'jobs/a_eu_b', false],
  ['jobs/l?ad', 'jobs/load', true],
  ['jobs/l?ad', 'jobs/lad', false],
  ['jobs/{load,save}*', 'jobs/save2', true],
  ['{jobs,pipelines}/nightly', 'pipelines/nightly', true],
  ['*', 'variables/URL', true],
  ['**', 'project', true],
  ['volumes/*', 'volumes/my/data [old]', true],
  ['./jobs/load.json', 'jobs/load', true],
  ['jobs/', 'jobs/load', true],
  ['project', 'project', true],
  ['jobs/a.b', 'jobs/axb', false],
  ['jobs/Load', 'jobs/load', false],
])('%s and %s: %s', (glob, path, isMatch) => {
  expect(globProblem(glob)).toBeUndefined();
  expect(new Glob(glob).matches(path)).toBe(isMatch);
});

test.each([
  [' ', /empty/],
  ['job/load', /must start with/],
  ['Jobs/*', /must start with/],
  ['!jobs/load', /\* for any text/],
  ['jobs/[ab]*', /\* for any text/],
  ['jobs/{a,{b}}', /Each \{ needs a \}/],
  ['jobs/{a', /Each \{ needs a \}/],
  [`jobs/${'{a,b}'.repeat(7)}`, /alternatives/],
  [`jobs/${'a'.repeat(500)}`, /500 characters/],
])('%s can match nothing', (glob, problem) => {
  expect(globProblem(glob)).toMatch(problem);
});

test('many stars take no time on a long name', () => {
  // One that goes back to earlier stars would not come to an end.
  const glob = new Glob(`jobs/${'*a'.repeat(200)}b`);
  expect(glob.matches(`jobs/${'a'.repeat(20_000)}`)).toBe(false);
});
