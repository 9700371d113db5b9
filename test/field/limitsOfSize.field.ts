import { PROJECTS_NODE, runNode } from '../../harness/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startNginx } from './servers/nginx';
import { describeWith, type FieldServer } from './servers/program';

/** A page as F5's firewall sends it. */
const PAGE =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 14396929317839226498<br><br></body></html>';

let sandbox: Sandbox;
let server: FieldServer;
let refusals: () => number;
beforeEach(async () => {
  sandbox = await startSandbox({ scriptDefaults: { durationMs: 100 } });
});
afterEach(async () => {
  await server.stop();
  await sandbox.close();
});
