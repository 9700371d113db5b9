import type { IDataObject } from 'n8n-workflow';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { pagingFields, readLimit } from '../../../shared/paging';
import type { ProjectsOperation } from '../types';

export const getHistory: ProjectsOperation = {
  value: 'getHistory',
  name: 'Get History',
  action: 'Get history of app',
  description: 'List what was done with an app and the states that followed, newest first',
  fields: [projectFilterFor('apps'), appLocator, ...pagingFields],

  async run({ execution, itemIndex, client: { api, platform }, options }) {
    const appId = api.readIdentifier(readLocator(execution, 'appId', itemIndex), 'app');
    const limit = readLimit(execution, itemIndex);
    const events = await api.listAppEvents(platform.projects, appId, limit, options);
    return events.map((event) => ({ json: { appId, ...event } as IDataObject }));
  },
};
