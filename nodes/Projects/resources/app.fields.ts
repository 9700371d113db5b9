import { APP as TABLE } from '../../../platform/resources/app/fields';
import { appLocator, projectFilterFor } from '../../shared/locators/locators';
import { versionFields } from '../../shared/parameters/collections';
import { app, appVersion } from '../outputs';
import { ProjectKind } from './projectKind';
import { settingField, settingFields } from './settings';

export const appName = settingField('app', 'name');

/** The settings of an app besides its name. */
export const appSettings = settingFields('app', TABLE.settings, 'name');

export const APP = new ProjectKind({
  noun: 'app',
  methods: ({ client }) => client.apps,
  settings: [...appSettings, appName],
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
});

/** What can be set of an app's first version besides its image or context. */
export const firstVersion = versionFields(
  settingFields('app', TABLE.version, 'dockerImage', 'runtimeContextId'),
);

/** What can be different in a version that comes after another. */
export const nextVersion = versionFields(
  settingFields('app', TABLE.version),
  'What changes in the new version. Settings that are not added are copied from the current version.',
);
