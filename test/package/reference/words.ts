import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** As plain text with a final period, without what Markdown takes for its own. */
export function sentence(text = ''): string {
  const plain = text
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '$2')
    .replace(/<[^>]+>/g, '')
    .replace(/[*_|]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' || /[.?!]$/.test(plain) ? plain : `${plain}.`;
}

const TYPES: Partial<Record<INodeProperties['type'], [one: string, several?: string]>> = {
  boolean: ['on or off'],
  collection: ['fields to add'],
  dateTime: ['date and time'],
  fixedCollection: ['entry', 'list of entries'],
  json: ['JSON'],
  multiOptions: ['one or more choices'],
  options: ['one choice'],
  resourceMapper: ['one field each'],
  string: ['text', 'list of texts'],
};

/** Type of a field's value. */
export function typeOf({ type, typeOptions = {}, modes = [] }: INodeProperties): string {
  const { minValue, maxValue, numberPrecision, password, multipleValues } = typeOptions;
  if (type === 'number') {
    const kind = numberPrecision ? 'number' : 'whole number';
    if (minValue === undefined) return kind;
    const to = maxValue === undefined ? '' : ` to ${maxValue}`;
    return `${kind}, ${to ? '' : 'at least '}${minValue}${to}`;
  }
  if (type === 'resourceLocator') {
    return modes
      .map(({ name }) => (name === 'list' ? 'from the list' : `by ${name.toUpperCase()}`))
      .join(', or ');
  }
  if (password) return 'text, hidden';
  const [one = type, several = one] = TYPES[type] ?? [];
  return multipleValues ? several : one;
}

/**
 * The initial value of a field; of choices with the names that the node shows.
 * @param isAdded whether a user adds the field to a collection; a switch has the opposite value until then
 */
export function defaultOf(
  { type, default: value, options = [] }: INodeProperties,
  isAdded = false,
): string {
  if (type === 'boolean') {
    if (isAdded) return value === true ? 'off unless added' : 'on unless added';
    return value === true ? 'on' : 'off';
  }
  if (type === 'collection' || type === 'fixedCollection') return 'none';
  if (type === 'resourceLocator' || type === 'resourceMapper') return '';
  if (type === 'options' || type === 'multiOptions') {
    const chosen = [value].flat().map((one) => choiceName(options, one));
    return chosen.join(', ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  // A cell is one line.
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return line === '' || line === '""' ? '' : `\`${line}\``;
}

function choiceName(options: INodeProperties['options'] = [], value: unknown): string {
  const choice = (options as INodePropertyOptions[]).find((one) => one.value === value);
  return choice?.name ?? String(value);
}

/** The choices of a field with what they mean, for a table's cell. */
export function choicesOf({ type, options = [] }: INodeProperties): string {
  if (type !== 'options' && type !== 'multiOptions') return '';
  return (options as INodePropertyOptions[])
    .map(
      ({ name, description = '' }) =>
        `<br>• **${name}**${description && `: ${sentence(description)}`}`,
    )
    .join('');
}

/** When a field is shown, with the names of the fields and choices that it depends on. */
export function conditionOf(field: INodeProperties, around: INodeProperties[]): string {
  const conditions = Object.entries(field.displayOptions?.show ?? {})
    .map(([name, values]) => [name.replace(/^\//, ''), values] as const)
    .filter(([name]) => !['resource', 'operation', '@version'].includes(name));
  if (conditions.length === 0) return '';
  const words = conditions.map(([name, values]) => {
    if (name === '@tool') return 'the node is the tool of an agent';
    const of = around.find((one) => one.name === name);
    const nameOf = (value: unknown) =>
      of?.type === 'boolean' ? (value === true ? 'on' : 'off') : choiceName(of?.options, value);
    const shown = (values ?? []).map(nameOf);
    const has = of?.type === 'multiOptions' ? 'has' : 'is';
    return `**${of?.displayName ?? name}** ${has} ${shown.join(' or ')}`;
  });
  return `_Shown if ${words.join(' and ')}._`;
}
