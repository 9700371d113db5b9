import { parseFiles } from '../../../../platform/projectFiles/files/parseFiles';
import { filesWith, given } from '../support';

const SECRET = 'do-not-print-4711';

const GRAPH = '"version":{"graph":{"jobs":[{"node":"1","job":"a"}]}},';

const refusal = async (path: string, text: string): Promise<string> => {
  const files = filesWith({ 'project.json': '{"format":1}', [path]: text });
  try {
    await parseFiles(given(files));
  } catch (error) {
    const { message, hint } = error as Error & { hint: string };
    return `${message} | ${hint}`;
  }
  return 'taken';
};

test.each([
  ['variables.json', `[\n {"name":"TOKEN","value":"${SECRET}","isPassword":"true"}]`, 'The file variables.json, line 2, has an invalid "TOKEN.isPassword" | It is true or false.'],
  ['variables.json', `[\n {"name":"TOKEN",\n"value":"${SECRET}","isPasword":true}]`, 'The file variables.json, line 3, has an unknown field "TOKEN.isPasword"'],
  ['variables.json', `{"A":{"deep":1}}`, 'The file variables.json, line 1, cannot be used | It is a list.'],
  ['variables.json', `[{"name":"A","value":{"deep":"${SECRET}"}}]`, 'has an invalid "A.value"'],
  ['variables.json', `[{"name":"A","value":7}]`, 'has an invalid "A.value" | It is a text in quotes.'],
  ['variables.json', `[{"name":"A","value":"x",\n"value":"${SECRET}"}]`, 'line 2, contains the name "value" twice'],
  ['variables.json', `[{"name":"A"},\n{"name":"A"}]`, 'line 2, has two variables with the name "A"'],
  ['variables.json', `[{"name":"A","value":"${SECRET}",}]`, 'The file variables.json'],
  ['jobs/a.json', `{"name":"A","variables":[{"name":"T","value":"${SECRET}",\n"isPassword":1}]}`, 'line 2, has an invalid "variables.T.isPassword"'],
  ['project.json', '{"format":1,"packges":false}', 'The file project.json, line 1, has an unknown field "packges"'],
  ['project.json', '{"format":1,"packages":"false"}', 'has an invalid "packages" | It is true or false.'],
  ['project.json', '{"format":1,"include":["jobs"],"include":[]}', 'contains the name "include" twice'],
])('%s: %s', async (path, text, expected) => {
  const told = await refusal(path, text);
  expect(told).toContain(expected);
  expect(told).toContain('Nothing was sent.');
  expect(told).not.toContain(SECRET);
}); // prettier-ignore

test.each([
  ['variables.json', (entry: string) => `[{"name":"A","value":"x"},\n${entry}]`],
  ...(['jobs', 'pipelines', 'apps'] as const).map((folder): [string, (entry: string) => string] => [
    `${folder}/a.json`,
    (entry) => `{"name":"A",${folder === 'pipelines' ? GRAPH : ''}"variables":[\n${entry}]}`,
  ]),
])(
  'a password with a value in %s is refused by its line, without the value',
  async (path, file) => {
    const told = await refusal(
      path,
      file(`{"name":"TOKEN","isPassword":true,"value":"${SECRET}"}`),
    );
    expect(told).toContain(`The file ${path}, line 2, has a value for the password "TOKEN"`);
    expect(told).toContain('in the option "Variables"');
    expect(told).not.toContain(SECRET);
    for (const nothing of ['', ',"value":""', ',"value":null']) {
      expect(await refusal(path, file(`{"name":"TOKEN","isPassword":true${nothing}}`))).toBe(
        'taken',
      );
    }
  },
);
