import { APP as APP_FIELDS } from '../../../platform/resources/app/fields';
import { appLocator, projectFilterFor } from '../../shared/locators/locators';
import { versionFields } from '../../shared/parameters/collections';
import { app, appVersion } from '../outputs';
import type { EntityKind } from './entityOperations';
import { settingField, settingFields } from './settings';

export const APP: EntityKind = {
  noun: 'app',
  resource: ({ apps }) => apps,
  output: app.whole,
  listed: app.listed,
  version: appVersion,
  picker: [projectFilterFor('apps'), appLocator],
  simplified: [
    'name',
    'id',
    'projectName',
    'projectId',
    'technology',
    'status',
    'statusReason',
    'startTime',
    'runningVersionNumber',
    'url',
  ],
};

export const appName = settingField('app', 'name');

/** What can be set of an app besides its name. */
export const appSettings = settingFields('app', APP_FIELDS.settings, 'name');

/** What can be set of an app's first version besides its image or context. */
export const firstVersion = versionFields(
  settingFields('app', APP_FIELDS.version, 'dockerImage', 'runtimeContextId'),
);

/** What can be different in a version that comes after another. */
export const nextVersion = versionFields(
  settingFields('app', APP_FIELDS.version),
  'What changes in the new version. Settings that are not added are copied from the current version.',
);
