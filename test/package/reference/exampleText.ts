import type { Example } from './example';

/** From this many lines on, what comes out is folded. */
const MANY_LINES = 25;

/** An example as the page shows it. */
export function exampleText({
  fields,
  input,
  inputFile,
  output,
  items,
  files = {},
}: Example): string {
  const isCalledWith = Object.keys(fields).length > 0;
  const hasInput = input !== undefined && Object.keys(input as object).length > 0;
  const withFile = inputFile === undefined ? '' : `, with the file ${inFieldOf('data', inputFile)}`;
  return [
    isCalledWith ? '**Example.** The fields:' : '**Example.** With the fields as they are.',
    isCalledWith ? json(fields) : '',
    hasInput ? `The first input item${withFile}:` : '',
    hasInput ? json(input) : '',
    outputText(output, items, files),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function outputText(output: unknown, items: number, files: Record<string, string>): string {
  const which = items === 1 ? 'The output item' : `The first of ${items} output items`;
  const names = Object.entries(files).map(([field, name]) => inFieldOf(field, name));
  const what = `${which}${names.length > 0 ? `, with the file ${names.join(' and ')}` : ''}`;
  const text = json(output);
  return text.split('\n').length > MANY_LINES
    ? `<details><summary>${what}</summary>\n\n${text}\n\n</details>`
    : `${what}:\n\n${text}`;
}

const inFieldOf = (field: string, name: string) => `\`${name}\` in the binary field \`${field}\``;

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
