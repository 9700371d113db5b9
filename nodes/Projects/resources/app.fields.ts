import { APP as TABLE } from '../../../platform/resources/app/fields';
import { appLocator, buildProjectFilter } from '../../shared/locators/locators';
import { app, appVersion } from '../outputs';
import { ProjectKind } from './projectKind';
import { buildSettingField, buildSettingFields } from './settings';

export const appNameField = buildSettingField('app', 'name');

export const appSettings = buildSettingFields('app', TABLE.settings, 'name');

export const APP = new ProjectKind({
  noun: 'app',
  methods: ({ client }) => client.apps,
  settings: [...appSettings, appNameField],
  output: app.whole,
  listOutput: app.listOutput,
  versionOutput: appVersion,
  picker: [buildProjectFilter('apps'), appLocator],
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
