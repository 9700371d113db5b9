import { objectsIn } from '../../resources/entities';
import { GROUP_FIELDS, type SecurityGroup } from '../../resources/project';
import { toText } from '../../common/text/values';
import type { CurrentEntry, Entry } from '../tree';
import type { GrantDefinition } from './definition';

const SETTING = { queryPath: ['rights'], name: 'authorizedGroups' };

/** The role of a group in the project. */
export const right: GrantDefinition = {
  shape: { mapOf: 'text' },
  fromFile(file, problems) {
    return Object.entries(file.value as object).map(([name, role]) => {
      if (name.trim() === '') {
        problems.addAt(file, [name], 'has a group without a name', 'Add its name.');
      }
      return toRight(name, toText(role));
    });
  },
  toFile: (rights) => Object.fromEntries(rights.map(({ name, doc }) => [name, doc.role ?? null])),
  query: 'rights',
  selection: GROUP_FIELDS,
  settings: [SETTING],
  findSetting: () => SETTING,
  fromResponse(response) {
    if (!Array.isArray(response)) return undefined;
    return objectsIn<SecurityGroup>(response).flatMap(({ name, role, isAllProjects }) => {
      const group = toText(name);
      if (group === undefined) return [];
      return [
        {
          ...toCurrentRight(toRight(group, toText(role))),
          isForAllProjects: isAllProjects === true,
        },
      ];
    });
  },
  selectForFiles: (list) => list.filter(({ isForAllProjects }) => !isForAllProjects),
  resolve: toCurrentRight,
  toSettings: (list) => ({
    authorizedGroups: list.map(({ name, doc: { role } }) => ({
      name,
      ...(role !== undefined && { role }),
    })),
  }),
};

function toCurrentRight(right: Entry): CurrentEntry {
  return { ...right, id: right.name, variables: [], notReturned: [] };
}

function toRight(name: string, role: string | undefined): Entry {
  const doc = role === undefined ? {} : { role };
  return { kind: 'right', key: name, name, doc, variables: [] };
}
