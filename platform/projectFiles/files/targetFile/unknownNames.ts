import { isObject } from '../../../text/values';
import type { JsonPath } from '../../../text/strictJson';
import { excerpt } from '../../../text/text';
import { KINDS, PART_OF, type Part, type ProjectModel } from '../model';
import { throwFirst, wrongFile } from '../readFile';
import { ALL, type TargetFile } from './readTargetFile';

interface UnknownName {
  part: Part;
  at: JsonPath;
  what: string;
}

/**
 * Names of patches that no file has were mistyped, and would do nothing.
 * @throws WrongFileError
 */
export function requireKnownNames(model: ProjectModel, target: TargetFile): void {
  const { path, lineOf } = target.settings;
  throwFirst(unknownNames(model, target), ({ part, at, what }) => {
    const advice = model.include.includes(part)
      ? 'Fix the name, or remove it.'
      : `"include" of project.json does not contain ${part}.`;
    return wrongFile(path, `names the ${what}`, advice, lineOf(at), at.join('.'));
  });
}

function* unknownNames(
  { variables, entities }: ProjectModel,
  target: TargetFile,
): Generator<UnknownName> {
  const quoted = (name: string) => `"${excerpt(name, [], 200)}"`;
  const ofProject = new Set(variables.map(({ name }) => name));
  for (const name of target.namesOf('variables').filter((name) => !ofProject.has(name))) {
    const what = `variable ${quoted(name)}, which variables.json does not have`;
    yield { part: 'variables', at: ['variables', name], what };
  }
  for (const kind of KINDS) {
    const part = PART_OF[kind];
    const byKey = new Map(entities[kind].map((entity) => [entity.key, entity]));
    for (const key of [ALL, ...target.namesOf(part)]) {
      const named = key === ALL ? undefined : byKey.get(key);
      if (!named && key !== ALL) {
        yield { part, at: [part, key], what: `${kind} ${quoted(key)}, which no file has` };
        continue;
      }
      const owners = named ? [named] : entities[kind];
      const known = new Set(owners.flatMap((owner) => owner.variables.map(({ name }) => name)));
      const patch = target.patchOf(part, key);
      const names = isObject(patch) && isObject(patch.variables) ? patch.variables : {};
      for (const name of Object.keys(names).filter((name) => !known.has(name))) {
        const whose = named ? `the ${kind} ${quoted(key)} does not have` : `no ${kind} has`;
        const what = `variable ${quoted(name)}, which ${whose}`;
        yield { part, at: [part, key, 'variables', name], what };
      }
    }
  }
}
