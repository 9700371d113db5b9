import { ownValue } from '../../text/names';

/** Where a platform tells and takes what lies in a field, by ways from the field itself. */
interface InsidePlace {
  told: readonly string[];
  taken: readonly string[];
}

/** How the names of files are the platform's, where they differ; by the field, then by the name in it. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, Partial<InsidePlace>>>>> = {
  alerting: { logins: { told: ['loginEmails', 'login'] } },
  'version.docker': {
    credentials: { told: ['dockerCredentialsId'], taken: ['dockerCredentialsId'] },
  },
  'version.volumes': { volume: { told: ['volume', 'id'], taken: ['volumeId'] } },
};

/** Of a graph, each name: nodes stand in lists of their own. */
const IN_GRAPH: Readonly<Record<string, Partial<InsidePlace>>> = {
  jobs: { told: ['jobNodes'], taken: ['jobNodes'] },
  conditions: { told: ['conditionNodes'], taken: ['conditionNodes'] },
  node: { told: ['id'], taken: ['id'] },
  job: { told: ['job', 'id'], taken: ['job', 'id'] },
  next: { told: ['nextNodes'], taken: ['nextNodes'] },
  success: { told: ['nextNodesSuccess'], taken: ['nextNodesSuccess'] },
  failure: { told: ['nextNodesFailure'], taken: ['nextNodesFailure'] },
};

/** Where something lies. @param way the names in the file below the field, without the numbers of lists */
export function placeInside(field: string, way: readonly string[], value: unknown): InsidePlace {
  if (field === 'version.graph') return inGraph(way, value);
  const [first = '', ...rest] = way;
  const { told, taken } = ownValue(ownValue(RENAMED, field) ?? {}, first) ?? {};
  return {
    told: told ?? [first, ...rest],
    taken: taken ?? [first, ...rest],
  };
}

function inGraph(way: readonly string[], value: unknown): InsidePlace {
  const places = way.map((name) => ({ name, ...ownValue(IN_GRAPH, name) }));
  const told = places.flatMap(({ name, told: names }) => names ?? [name]);
  const taken = places.flatMap(({ name, taken: names }) => names ?? [name]);
  const last = way.at(-1);
  // A condition is one of the platform's words, or an expression; what is told of it depends on which of them it is.
  if (last === 'condition' && typeof value === 'string') {
    return { told, taken: [...taken, 'status', 'value'] };
  }
  if (last === 'expression') {
    return { told: told.slice(0, -1), taken: [...taken.slice(0, -1), 'custom', 'expression'] };
  }
  return { told, taken };
}
