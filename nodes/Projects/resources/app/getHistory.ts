import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { readIdentifier } from '../../../../platform/input/identifiers';
import type { Operation } from '../../../shared/operation/operation';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { pagingFields, readLimit } from '../../../shared/items/paging';

export const getHistory: Operation<PlatformClient> = {
  value: 'getHistory',
  name: 'Get History',
  action: 'Get history of app',
  description: 'Get the actions on an app and its status changes, newest first',
  fields: [projectFilterFor('apps'), appLocator, ...pagingFields],

  async run({ parameters, client, options }) {
    const appId = readIdentifier(parameters.locator('appId'), 'app');
    const limit = readLimit(parameters);
    const events = await client.apps.listHistory(appId, limit, options);
    return events.map((event) => ({ json: { appId, ...event } as IDataObject }));
  },
};
