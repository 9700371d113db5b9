/** A recorded example of an operation or a trigger, shortened and with made-up IDs. */
export interface Example {
  /** Without `resource` and `operation`; what equals a default is left out. */
  fields: Record<string, unknown>;
  /** The JSON of the first input item, where the fields or the node look at it. */
  input?: object | undefined;
  /** The name of its file, in the binary field `data`. */
  inputFile?: string | undefined;
  /** The JSON of the first output item. */
  output: unknown;
  /** How many items were put out. */
  items: number;
  /** The binary fields of the first output item with their file names. */
  files: Record<string, string>;
}

/** An example as the page shows it. */
export function exampleText(
  action: string,
  { fields, input = {}, inputFile, output, items, files }: Example,
): string {
  const isCalledWith = Object.keys(fields).length > 0;
  const hasInput = Object.keys(input).length > 0;
  const which = items === 1 ? 'The output item' : `The first of ${items} output items`;
  return [
    `**Example: ${action}.** ${isCalledWith ? 'The fields:' : 'With the fields as they are.'}`,
    ...(isCalledWith ? [json(fields)] : []),
    ...(hasInput
      ? [`The first input item${withFiles(inputFile ? { data: inputFile } : {})}:`, json(input)]
      : []),
    `${which}${withFiles(files)}:`,
    json(output),
  ].join('\n\n');
}

/** The names of files, by their binary fields, as a part of a sentence. */
function withFiles(files: Record<string, string>): string {
  const names = Object.entries(files).map(
    ([field, name]) => `\`${name}\` in the binary field \`${field}\``,
  );
  return names.length > 0 ? `, with the file ${names.join(' and ')}` : '';
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
