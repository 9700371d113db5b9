import { commandLine } from '../../sandbox/commandLine';

test('flags come before environment variables, these before defaults', () => {
  expect(commandLine([], {}).options).toEqual({ port: 4010, database: '.local/sandbox.sqlite' });
  const environment = { SANDBOX_PORT: '5000', SANDBOX_DATABASE: ':memory:' };
  expect(commandLine([], environment).options).toEqual({ port: 5000, database: ':memory:' });
  expect(commandLine(['--port', '6000'], environment).options.port).toBe(6000);
});

test.each([[['--port', 'x']], [['--port', '70000']], [['--prot', '1']]])(
  '%j is refused',
  (args) => {
    expect(() => commandLine(args, {})).toThrow();
  },
);
