/** A name in front of its value, or where an object or a list begins or ends; whatever else stands in a text is skipped. */
const PARTS = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g;

/**
 * A name that stands twice in one object of a JSON text, which `JSON.parse` takes for the last one.
 * @param json text that `JSON.parse` takes
 */
export function repeatedName(json: string): string | undefined {
  /** The names of the objects around; undefined for a list. */
  const around: Array<Set<string> | undefined> = [];
  for (const [part, text, colon] of json.matchAll(PARTS)) {
    if (part === '{') around.push(new Set());
    else if (part === '[') around.push(undefined);
    else if (part === '}' || part === ']') around.pop();
    else if (colon !== undefined) {
      // Written in two ways, it is the same name.
      const name = JSON.parse(`"${text}"`) as string;
      const names = around.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
