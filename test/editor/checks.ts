import type { Check } from './check';
import { callOperationChecks } from './checks/callOperation';
import { confFilesChecks } from './checks/confFiles';
import { failureChecks } from './checks/failures';
import { httpRequestChecks } from './checks/httpRequest';
import { projectsChecks } from './checks/projects';
import { runChecks } from './checks/runs';
import { settingsChecks } from './checks/settings';
import { workflowChecks } from './checks/workflows';

export const checks: Check[] = [
  ...projectsChecks,
  ...runChecks,
  ...callOperationChecks,
  ...confFilesChecks,
  ...settingsChecks,
  ...httpRequestChecks,
  ...failureChecks,
  ...workflowChecks,
];
