import type { Check, ExecutionCheck } from './check';
import { canvasChecks } from './checks/canvas';
import { fromHttpRequestChecks } from './checks/fromHttpRequest';
import { credentialListChecks, httpRequestChecks } from './checks/httpRequest';
import { pullRequestChecks } from './checks/pullRequests';
import { quickStartChecks } from './checks/quickStart';
import { runChecks } from './checks/runs';
import { updateChecks } from './checks/update';
import { webhookChecks } from './checks/webhooks';
import { canvasOfReadyMadeChecks, readyMadeChecks } from './checks/workflows';
import { nameChecks } from './n8nWords';
import { clickChecks } from './tasks';

export const checks: Check[] = [
  ...canvasChecks,
  ...runChecks,
  ...clickChecks,
  ...credentialListChecks,
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
  // Last: they start n8n anew, with a package that differs.
  ...updateChecks,
];
