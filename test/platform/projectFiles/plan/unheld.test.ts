import { LeaveOut } from '../../../../platform/projectFiles/plan/leaveOut';
import { isShell } from '../../../../platform/projectFiles/plan/unheld';

const job = (version?: object) => ({
  key: 'load',
  name: 'Load',
  file: { name: 'Load', ...(version && { version }) },
  variables: [],
});
const held = (unheld: string[], leftOut: string[] = []) => ({
  wanted: job(),
  unheld,
  leftOut,
  unchangeable: [],
  ofGraph: [],
  told: (names: readonly string[]) => [...names],
});

test('a job of which nothing that it runs is held would be a shell', () => {
  const version = { commandLine: 'run', package: 'a.py' };
  const [command, file] = ['version.commandLine', 'version.package'];
  expect(isShell(job(version), held([command, file]))).toBe(true);
  expect(isShell(job(version), held([command], [file]))).toBe(true);
  expect(isShell(job(version), held([command]))).toBe(false);
  expect(isShell(job(version), held(['resources']))).toBe(false);
  expect(isShell(job(), held(['resources']))).toBe(false);
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
