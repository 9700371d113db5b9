import { isObject } from '../../../text/values';
import type { JsonPath } from '../../../text/strictJson';
import { excerpt } from '../../../text/text';
import { KINDS, PART_OF, type Part, type ProjectModel, type VariableFile } from '../model';
import { wrongFile, type WrongFileError } from '../readFile';
import { ALL, type TargetFile } from './readTargetFile';

/**
 * Names of patches that no file has: they were mistyped, and would do nothing.
 * @returns what makes the error, which costs more than finding that there is one
 * @param unread parts of which a file could not be read: it may have the names that no other has
 */
export function* unknownNames(
  { include, variables, entities }: ProjectModel,
  unread: ReadonlySet<Part>,
  target: TargetFile,
): Generator<() => WrongFileError> {
  const { settings } = target;
  const refuse = (what: string, at: JsonPath, part: Part) => {
    const advice = include.includes(part)
      ? 'Fix the name, or remove it.'
      : `"include" of project.json does not contain ${part}.`;
    return wrongFile(settings.path, what, advice, settings.lineOf(at), at.join('.'));
  };
  const shown = (name: string) => `"${excerpt(name, [], 200)}"`;
  const namesOf = (list: readonly VariableFile[]) => new Set(list.map(({ name }) => name));
  if (!unread.has('variables')) {
    const known = namesOf(variables);
    for (const name of target.namesOf('variables')) {
      if (known.has(name)) continue;
      const what = () => `names the variable ${shown(name)}, which variables.json does not have`;
      yield () => refuse(what(), ['variables', name], 'variables');
    }
  }
  for (const kind of KINDS) {
    const part = PART_OF[kind];
    if (unread.has(part)) continue;
    const byKey = new Map(entities[kind].map((entity) => [entity.key, entity]));
    for (const key of [ALL, ...target.namesOf(part)]) {
      const named = byKey.get(key);
      const meant = key === ALL ? entities[kind] : named ? [named] : [];
      if (meant.length === 0 && key !== ALL) {
        yield () => refuse(`names the ${kind} ${shown(key)}, which no file has`, [part, key], part);
        continue;
      }
      const patch = target.patchOf(part, key);
      const names = isObject(patch) && isObject(patch.variables) ? patch.variables : {};
      const known = namesOf(meant.flatMap(({ variables: own }) => own));
      for (const name of Object.keys(names)) {
        if (known.has(name)) continue;
        const whose = () =>
          key === ALL ? `no ${kind} has` : `the ${kind} ${shown(key)} does not have`;
        const what = () => `names the variable ${shown(name)}, which ${whose()}`;
        yield () => refuse(what(), [part, key, 'variables', name], part);
      }
    }
  }
}
