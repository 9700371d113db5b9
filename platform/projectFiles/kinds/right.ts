import { objectsIn } from '../../resources/entities';
import { GROUP_FIELDS, type SecurityGroup } from '../../resources/project';
import { textOf } from '../../text/values';
import type { Entry } from '../tree';
import type { GrantDefinition } from './definition';

const SETTING = { read: ['rights'], name: 'authorizedGroups' };

/** The role of a group in the project. */
export const right: GrantDefinition = {
  shape: { mapOf: 'text' },
  fromFile(file, problems) {
    return Object.entries(file.value as object).map(([name, role]) => {
      if (name.trim() === '') {
        problems.addAt(file, [name], 'has a group without a name', 'Add its name.');
      }
      return toRight(name, textOf(role));
    });
  },
  toFile: (rights) => Object.fromEntries(rights.map(({ name, doc }) => [name, doc.role ?? null])),
  query: 'rights',
  selection: GROUP_FIELDS,
  settings: [SETTING],
  settingOf: () => SETTING,
  fromResponse(response) {
    if (!Array.isArray(response)) return undefined;
    const groups = objectsIn<SecurityGroup>(response);
    const rolesOf = (isAll: boolean) =>
      new Map(
        groups
          .filter(({ isAllProjects = false }) => isAllProjects === isAll)
          .flatMap(({ name, role }) => {
            const known = textOf(name);
            return known === undefined ? [] : [[known, textOf(role) ?? null] as const];
          }),
      );
    return { entries: rolesOf(false), ofPlatform: rolesOf(true) };
  },
  fromList: ({ entries }) =>
    [...entries].map(([name, role]) => ({
      ...toRight(name, role ?? undefined),
      ...{ id: name, variables: [], notReturned: [] },
    })),
  resolve: ({ name, doc }) => ({ key: name, value: textOf(doc.role) ?? null }),
  toSettings: (entries) => ({
    authorizedGroups: [...entries].map(([name, role]) => ({
      name,
      ...(role !== null && { role }),
    })),
  }),
};

function toRight(name: string, role: string | undefined): Entry {
  const doc = role === undefined ? {} : { role };
  return { kind: 'right', key: name, name, doc, variables: [] };
}
