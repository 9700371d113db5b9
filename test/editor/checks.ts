import type { Check, ExecutionCheck } from './check';
import { callOperationChecks } from './checks/callOperation';
import { canvasChecks } from './checks/canvas';
import { clickChecks } from './checks/clicks';
import { credentialChecks } from './checks/credentials';
import { fromHttpRequestChecks } from './checks/fromHttpRequest';
import { httpRequestChecks } from './checks/httpRequest';
import { nameChecks } from './n8nWords';
import { pullRequestChecks } from './checks/pullRequests';
import { quickStartChecks } from './checks/quickStart';
import { runChecks } from './checks/runs';
import { webhookChecks } from './checks/webhooks';
import { canvasOfReadyMadeChecks, readyMadeChecks } from './checks/workflows';

export { updateChecks } from './checks/update';

export const checks: Check[] = [
  ...canvasChecks,
  ...runChecks,
  ...callOperationChecks,
  ...clickChecks,
  ...credentialChecks,
  ...canvasOfReadyMadeChecks,
  ...quickStartChecks,
];

export const executionChecks: ExecutionCheck[] = [
  ...nameChecks,
  ...readyMadeChecks,
  ...webhookChecks,
  ...pullRequestChecks,
  ...httpRequestChecks,
  ...fromHttpRequestChecks,
];
