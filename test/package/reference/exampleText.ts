/** What an operation or a trigger was seen to do on the local platform, shortened and with made-up IDs. */
export interface Example {
  /** Without `resource` and `operation`; what equals a default is left out. */
  fields: Record<string, unknown>;
  /** The JSON of the first input item, where the fields or the node look at it. */
  input?: unknown;
  /** The name of its file, in the binary field `data`. */
  inputFile?: string;
  /** The JSON of the first output item. */
  output: unknown;
  /** How many items were put out. */
  items: number;
  /** The binary fields of the first output item with their file names. */
  files?: Record<string, string>;
}

/** An example as the page shows it. */
export function exampleText(
  action: string,
  { fields, input, inputFile, output, items, files = {} }: Example,
): string {
  const isCalledWith = Object.keys(fields).length > 0;
  const hasInput = input !== undefined && Object.keys(input as object).length > 0;
  const withFile = inputFile === undefined ? '' : `, with the file ${inFieldOf('data', inputFile)}`;
  const names = Object.entries(files).map(([field, name]) => inFieldOf(field, name));
  const which = items === 1 ? 'The output item' : `The first of ${items} output items`;
  return [
    isCalledWith
      ? `**Example: ${action}.** The fields:`
      : `**Example: ${action}.** With the fields as they are.`,
    isCalledWith ? json(fields) : '',
    hasInput ? `The first input item${withFile}:` : '',
    hasInput ? json(input) : '',
    `${which}${names.length > 0 ? `, with the file ${names.join(' and ')}` : ''}:`,
    json(output),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const inFieldOf = (field: string, name: string) => `\`${name}\` in the binary field \`${field}\``;

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
