import type { Check } from './check';
import { callOperationChecks } from './checks/callOperation';
import { confFilesChecks } from './checks/confFiles';
import { failureChecks } from './checks/failures';
import { httpRequestChecks } from './checks/httpRequest';
import { projectsChecks } from './checks/projects';
import { runsChecks } from './checks/runs';
import { settingsChecks } from './checks/settings';

export const checks: Check[] = [
  ...projectsChecks,
  ...callOperationChecks,
  ...confFilesChecks,
  ...settingsChecks,
  ...httpRequestChecks,
  ...failureChecks,
  ...runsChecks,
];
