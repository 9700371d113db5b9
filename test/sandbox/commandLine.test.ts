import { commandLine } from '../../sandbox/commandLine';

test('flags come before environment variables, these before defaults', () => {
  expect(commandLine([], {})).toEqual({
    port: 4010,
    confLocalPort: 4011,
    confFolder: '.local/conf-files',
    database: '.local/sandbox.sqlite',
    generation: 'recent',
    playsSchedules: false,
  });
  const environment = {
    SANDBOX_PORT: '5000',
    SANDBOX_CONF_PORT: '5001',
    SANDBOX_DATABASE: ':memory:',
    SANDBOX_GENERATION: 'middle',
  };
  expect(commandLine([], environment)).toMatchObject({
    port: 5000,
    confLocalPort: 5001,
    database: ':memory:',
    generation: 'middle',
  });
  expect(commandLine(['--port', '6000', '--conf-port', '6001'], environment)).toMatchObject({
    port: 6000,
    confLocalPort: 6001,
  });
});

test('schedules are played where a flag or a variable asks for it', () => {
  expect(commandLine(['--play-schedules'], {})).toMatchObject({ playsSchedules: true });
  const asked = { SANDBOX_PLAY_SCHEDULES: 'true' };
  expect(commandLine([], asked)).toMatchObject({ playsSchedules: true });
  expect(commandLine([], { SANDBOX_PLAY_SCHEDULES: 'no' })).toMatchObject({
    playsSchedules: false,
  });
});

test.each([
  [['--port', 'x']],
  [['--generation', 'late']],
  [['--port', '70000']],
  [['--conf-port', 'x']],
  [['--prot', '1']],
])('%j is refused', (args) => {
  expect(() => commandLine(args, {})).toThrow();
});
