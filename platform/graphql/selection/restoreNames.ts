/**
 * Gives fields of members of an interface or union the names that the schema has for them, where a document
 * needed others: `contexts_JobTechnology` of a JobTechnology becomes `contexts`.
 */
export function restoreNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreNames);
  if (typeof value !== 'object' || value === null) return value;
  const { __typename: member } = value as { __typename?: unknown };
  const suffix = typeof member === 'string' ? `_${member}` : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name,
      restoreNames(inner),
    ]),
  );
}
