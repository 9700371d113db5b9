import { APP as TABLE } from '../../../platform/resources/app/fields';
import { appLocator, projectFilterFor } from '../../shared/locators/locators';
import { app, appVersion } from '../outputs';
import { ProjectKind } from './projectKind';
import { settingField, settingFields } from './settings';

export const appName = settingField('app', 'name');

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
