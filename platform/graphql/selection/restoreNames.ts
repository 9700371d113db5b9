import { Kind, type SelectionNode } from 'graphql';

/** What stands in a response: the names of its fields by those that the schema has for them. */
export interface ResponseNames {
  /** By the name in the response. */
  fields: ReadonlyMap<string, { name: string; below?: ResponseNames }>;
}

type Names = Map<string, { name: string; below?: { fields: Names } }>;

/** The names that a response to a selection has, where some are not those of the schema; otherwise undefined. */
export function responseNames(
  selections: readonly SelectionNode[] = [],
): ResponseNames | undefined {
  const fields: Names = new Map();
  return collect(selections, fields) ? { fields } : undefined;
}

/** @returns whether there are aliases that this client gave: those of members of an interface or union */
function collect(selections: readonly SelectionNode[], fields: Names, isOfMember = false): boolean {
  let hasAlias = false;
  for (const node of selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) continue;
    if (node.kind === Kind.INLINE_FRAGMENT) {
      hasAlias = collect(node.selectionSet.selections, fields, true) || hasAlias;
      continue;
    }
    const answered = node.alias?.value ?? node.name.value;
    const known = fields.get(answered) ?? { name: isOfMember ? node.name.value : answered };
    fields.set(answered, known);
    hasAlias ||= isOfMember && node.alias !== undefined;
    if (!node.selectionSet) continue;
    known.below ??= { fields: new Map() };
    hasAlias = collect(node.selectionSet.selections, known.below.fields) || hasAlias;
  }
  return hasAlias;
}

/**
 * Gives fields of members of an interface or union the names that the schema has for them, where a document
 * needed others: `contexts_JobTechnology` of a JobTechnology becomes `contexts`.
 */
export function restoreNames(value: unknown, names: ResponseNames | undefined): unknown {
  if (!names || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => restoreNames(entry, names));
  return Object.fromEntries(
    Object.entries(value).map(([answered, inner]) => {
      const field = names.fields.get(answered);
      return [field?.name ?? answered, restoreNames(inner, field?.below)];
    }),
  );
}
