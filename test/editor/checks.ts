import type { Check, ExecutionCheck } from './check';
import { appChecks } from './checks/apps';
import { alertChecks } from './checks/alerts';
import { beforeFirstRunChecks } from './checks/beforeFirstRun';
import { callOperationChecks } from './checks/callOperation';
import { canvasChecks } from './checks/canvas';
import { chosenChecks } from './checks/chosen';
import { clickChecks } from './checks/clicks';
import { confFilesChecks } from './checks/confFiles';
import { credentialChecks } from './checks/credentials';
import { deadlineChecks } from './checks/deadlines';
import { failureChecks } from './checks/failures';
import { firstProjectChecks } from './checks/projects/firstProject';
import { fromHttpRequestChecks } from './checks/fromHttpRequest';
import { httpRequestChecks } from './checks/httpRequest';
import { nameChecks } from './checks/names';
import { orderChecks } from './order';
import { panelChecks } from './checks/panels';
import { promoteChecks } from './checks/projects/promote';
import { projectWorkflowChecks } from './checks/projects/projectWorkflows';
import { pullRequestChecks } from './checks/projects/pullRequests';
import { projectsChecks } from './checks/projects/projects';
import { quickStartChecks } from './checks/quickStart';
import { reportChecks } from './checks/projects/report';
import { retryChecks, runChecks } from './checks/runs';
import { scheduleChecks } from './checks/schedules';
import { settingsChecks } from './checks/settings';
import { simplifyChecks } from './checks/simplify';
import { throughClusterChecks } from './checks/throughCluster';
import { updateChecks } from './checks/update';
import { canvasOfReadyMadeChecks, readyMadeChecks } from './checks/workflows';

export const checks: Check[] = [
  ...projectsChecks,
  ...nameChecks,
  ...chosenChecks,
  ...canvasChecks,
  ...runChecks,
  ...orderChecks,
  ...simplifyChecks,
  ...reportChecks,
  ...deadlineChecks,
  ...appChecks,
  ...alertChecks,
  ...beforeFirstRunChecks,
  ...callOperationChecks,
  ...clickChecks,
  ...confFilesChecks,
  ...throughClusterChecks,
  ...settingsChecks,
  ...credentialChecks,
  ...panelChecks,
  ...failureChecks,
  ...canvasOfReadyMadeChecks,
  ...promoteChecks,
  ...firstProjectChecks,
  ...quickStartChecks,
];

export const executionChecks: ExecutionCheck[] = [
  ...readyMadeChecks,
  ...projectWorkflowChecks,
  ...pullRequestChecks,
  ...scheduleChecks,
  ...retryChecks,
  ...httpRequestChecks,
  ...fromHttpRequestChecks,
  // Last: it starts n8n anew, with a package that differs.
  ...updateChecks,
];
