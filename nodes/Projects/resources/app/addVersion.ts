import type { IDataObject } from 'n8n-workflow';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';
import { readSettingFields } from '../settings';
import { nextVersion } from './versionFields';

export const addVersion = changeOperation({
  isRepeatable: false,
  value: 'addVersion',
  name: 'Add Version',
  action: 'Add version to app',
  description:
    'Give an app a new version, which becomes the current one; a running app goes on with it',
  fields: [projectFilterFor('apps'), appLocator, nextVersion],

  async read({
    execution,
    itemIndex,
    client: { api, platform },
    options,
  }: ItemCall<PlatformClient>) {
    const appId = api.readIdentifier(readLocator(execution, 'appId', itemIndex), 'app');
    const version = readSettingFields(execution, 'version', itemIndex);
    const add = await api.prepareAddAppVersionOf(platform.projects, appId, version, options);
    return { appId, add };
  },

  async change(_call, { appId, add }) {
    return { json: { appId, ...(await add()) } as IDataObject };
  },
});
