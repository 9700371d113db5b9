import { parseExactJson } from '../../../../platform/common/text/exactJson';

const LARGE = '7615917337495251231';

test.each<[text: string, value: unknown, fields: string[]]>([
  [LARGE, LARGE, ['']],
  [`-${LARGE}`, `-${LARGE}`, ['']],
  ['9007199254740991', 9007199254740991, []],
  ['9007199254740992', '9007199254740992', ['']],
  ['0.30000000000000004', 0.30000000000000004, []],
  ['12345678901234567e3', 12345678901234567e3, []],
  [`"${LARGE}"`, LARGE, []],
  [`{"a\\"":"\\"${LARGE}: ${LARGE}"}`, { 'a"': `"${LARGE}: ${LARGE}` }, []],
  [
    `{"a" :{"b\\u0063":[1,{"d":${LARGE}}, ${LARGE}],"e":"x"},\n"f":[${LARGE}]}`,
    { a: { bc: [1, { d: LARGE }, LARGE], e: 'x' }, f: [LARGE] },
    ['a.bc.d', 'a.bc', 'f'],
  ],
])('%s is read as %j', (text, value, fields) => {
  const exact = parseExactJson(text);
  expect(exact.value).toEqual(value);
  expect([...exact.numbersAsText.keys()]).toEqual(fields);
});

test.each([`{"a":${LARGE}`, `[${LARGE},]`, `${LARGE}a`, `- ${LARGE}`])('%s is not JSON', (text) =>
  expect(() => parseExactJson(text)).toThrow(SyntaxError),
);
