import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { readIdentifier } from '../../../../platform/input/identifiers';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { readSettingFields } from '../settings';
import { nextVersion } from './versionFields';

export const addVersion = changeOperation({
  isRepeatable: false,
  value: 'addVersion',
  name: 'Add Version',
  action: 'Add version to app',
  description:
    'Add a version to an app. The new version becomes the current one, and a running app switches to it.',
  fields: [projectFilterFor('apps'), appLocator, nextVersion],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const appId = readIdentifier(parameters.locator('appId'), 'app');
    const version = readSettingFields(parameters, 'version');
    const add = await client.apps.prepareAddVersion(appId, version, options);
    return { appId, add };
  },

  async change(_call, { appId, add }) {
    return { json: { appId, ...(await add()) } as IDataObject };
  },
});
