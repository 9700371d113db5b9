import type { Check, ExecutionCheck } from './check';
import { callOperationChecks } from './checks/callOperation';
import { canvasChecks } from './checks/canvas';
import { clickChecks } from './checks/clicks';
import { syncChecks } from './checks/confFiles';
import { credentialChecks } from './checks/credentials';
import { fromHttpRequestChecks } from './checks/fromHttpRequest';
import { httpRequestChecks } from './checks/httpRequest';
import { nameChecks } from './n8nWords';
import { panelChecks } from './checks/panels';
import { projectWorkflowChecks } from './checks/projectWorkflows';
import { pullRequestChecks } from './checks/pullRequests';
import { quickStartChecks } from './checks/quickStart';
import { runChecks } from './checks/runs';
import { throughClusterChecks } from './checks/throughCluster';
import { canvasOfReadyMadeChecks, readyMadeChecks } from './checks/workflows';

export { scheduleChecks } from './checks/schedules';
export { updateChecks } from './checks/update';

export const checks: Check[] = [
  ...canvasChecks,
  ...runChecks,
  ...callOperationChecks,
  ...clickChecks,
  ...throughClusterChecks,
  ...credentialChecks,
  ...panelChecks,
  ...canvasOfReadyMadeChecks,
  ...quickStartChecks,
];

export const executionChecks: ExecutionCheck[] = [
  ...nameChecks,
  ...readyMadeChecks,
  ...syncChecks,
  ...projectWorkflowChecks,
  ...pullRequestChecks,
  ...httpRequestChecks,
  ...fromHttpRequestChecks,
];
