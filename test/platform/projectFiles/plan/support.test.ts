import { LeaveOut } from '../../../../platform/projectFiles/plan/leaveOut';
import { hasNothingToRun } from '../../../../platform/projectFiles/plan/support';

const job = (version?: object) => ({
  key: 'load',
  name: 'Load',
  file: { name: 'Load', ...(version && { version }) },
  variables: [],
});
const hasNothing = (wanted: ReturnType<typeof job>, ...unsupported: string[]) =>
  hasNothingToRun({ wanted, unsupported: unsupported.map((name) => ({ name })) });

test('a job of which the target supports nothing that it runs has nothing to run', () => {
  const version = { commandLine: 'run', package: 'a.py' };
  const [command, file] = ['version.commandLine', 'version.package'];
  expect(hasNothing(job(version), command, file)).toBe(true);
  expect(hasNothing(job(version), command)).toBe(false);
  expect(hasNothing(job(version), 'resources')).toBe(false);
  expect(hasNothing(job(), 'resources')).toBe(false);
});

test('what is left out is named, or everything', () => {
  expect(new LeaveOut(['apps', 'version.sourceUrl']).has('apps')).toBe(true);
  expect(new LeaveOut(['apps']).has('jobs')).toBe(false);
  expect(new LeaveOut().has('apps')).toBe(false);
  expect(new LeaveOut(['*']).has('version.package')).toBe(true);
  for (const name of ['app', 'name', 'version.graph', '__proto__', '**']) {
    expect(() => new LeaveOut([name])).toThrow('cannot contain');
  }
});
