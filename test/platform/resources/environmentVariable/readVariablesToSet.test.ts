import { readVariablesToSet } from '../../../../platform/resources/environmentVariable/readVariablesToSet';

test.each([
  ['"^\\d+$"', '^\\d+$'],
  ['"C:\\\\temp \\"x\\"\\n\\t" # note', 'C:\\temp "x"\n\t'],
  ["'^\\d+\\n$'", '^\\d+\\n$'],
  ['"two\nlines"', 'two\nlines'],
  ['^\\d+$ # note', '^\\d+$'],
])('in a .env file, %j is the value %j', (written, value) => {
  expect(readVariablesToSet('env', `A=${written}\r\nB=1`)).toEqual([
    { name: 'A', value },
    { name: 'B', value: '1' },
  ]);
});

test.each([
  [
    'A=1\nB="oops\nC="keep"',
    'line 3 has text after the closing quote of the value that begins in line 2',
  ],
  ['A=1\nB="oops\nC=keep', 'the quote that opens in line 2 is not closed'],
  ["A='oops", 'the quote that opens in line 1 is not closed'],
  ['A="C:\\"', 'the quote that opens in line 1 is not closed'],
  ['A=1\nTOKEN="abc"def', 'line 2 has text after the closing quote'],
  ["TOKEN='abc'#def", 'line 1 has text after the closing quote'],
])('in a .env file, %j is refused', (text, problem) => {
  expect(() => readVariablesToSet('env', text)).toThrow(`The variables are not valid: ${problem}`);
});

test.each([
  '7615917337495251231',
  '1.10',
  '100000000000000000000000',
  '1e3',
  '-0',
  '9007199254740993',
  '0.30000000000000000001',
  '12',
])('in JSON, the number %s keeps its text', (number) => {
  const list = `[{"name":"A","value":${number}},{"name":"B","value":"\\"${number}"}]`;
  for (const text of [list, `{ "A": ${number}, "B": "\\"${number}" }`]) {
    expect(readVariablesToSet('json', text)).toMatchObject([
      { value: number },
      { value: `"${number}` },
    ]);
  }
});

test('a number of an expression that may have lost digits is refused by its variable', () => {
  expect(() => readVariablesToSet('json', { A: 1, B: 2 ** 53 })).toThrow(
    'the value of "B" is a whole',
  );
});
