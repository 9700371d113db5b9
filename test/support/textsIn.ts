const USER_PROPERTIES = new Set([
  'message',
  'description',
  'hint',
  'details',
  'messages',
  'lastLogLines',
  'descriptionTemplate',
]);

export interface Texts {
  /** Texts for users: messages, descriptions and hints. */
  spoken: string[];
  all: string[];
}

/** Finds all texts in the data of an execution, including all properties of errors. */
export function textsIn(root: unknown): Texts {
  const texts: Texts = { spoken: [], all: [] };
  const seen = new Set<object>();
  const queue: Array<{ value: unknown; isSpoken: boolean }> = [{ value: root, isSpoken: false }];
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const { value, isSpoken } = entry;
    if (typeof value === 'string') {
      texts.all.push(value);
      if (isSpoken) texts.spoken.push(value);
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      for (const name of Object.getOwnPropertyNames(value)) {
        const property: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
        queue.push({
          value: property,
          isSpoken: USER_PROPERTIES.has(name) || (isSpoken && Array.isArray(value)),
        });
        if (name.length > 8) texts.all.push(name);
      }
    }
  }
  return texts;
}
