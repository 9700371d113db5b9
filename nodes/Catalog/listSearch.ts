import { repositories, technologies } from '../shared/locators/catalogLists';
import { entryOf, searchAmong } from '../shared/locators/listSearch';

export const searchRepositories = searchAmong(() => ({
  name: 'repositories',
  read: async (client) => (await repositories(client)).flatMap(({ id, name }) => entryOf(id, name)),
}));

/** By their labels. */
export const searchTechnologies = searchAmong(() => ({
  name: 'technologies',
  read: async (client) => (await technologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
}));
