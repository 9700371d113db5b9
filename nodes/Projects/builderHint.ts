import type { IBuilderHint } from 'n8n-workflow';

/** A whole workflow: the assistant changes the time, the job and the message. */
const nightlyJob = `<patterns>
<pattern title="Run a job every night and send an alert when it fails">
const everyNight = trigger({
  type: 'n8n-nodes-base.scheduleTrigger',
  version: 1.2,
  config: {
    name: 'Every Night',
    parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 2 }] } }
  },
  output: [{}]
});
const runJob = node({
  type: 'n8n-nodes-data-platform.dataPlatformProjects',
  version: 1,
  config: {
    name: 'Run Nightly Job',
    parameters: {
      resource: 'job',
      operation: 'runAndWait',
      jobId: { __rl: true, mode: 'id', value: '20000000-0000-4000-8000-00000000000a' }
    },
    credentials: { dataPlatformApi: newCredential('Data Platform') },
    onError: 'continueErrorOutput'
  },
  output: [{ jobName: 'Import weather', number: 12, error: 'Import weather failed', lastLogLines: ['exit status 6'] }]
});
const sendAlert = node({
  type: 'n8n-nodes-base.set',
  version: 3.4,
  config: {
    name: 'Send Alert',
    parameters: {
      assignments: {
        assignments: [
          { id: 'subject', name: 'subject', type: 'string', value: expr('{{ $json.error }}') },
          { id: 'text', name: 'text', type: 'string', value: expr("{{ $json.lastLogLines?.join(' | ') || $json.errorDescription }}") }
        ]
      }
    }
  },
  output: [{ subject: 'Import weather failed', text: 'exit status 6' }]
});

export default workflow('nightly-job', 'Nightly job with alert')
  .add(everyNight)
  .to(runJob.onError(sendAlert));
</pattern>
</patterns>`;

/** For n8n's assistant, which builds workflows from descriptions. Hosts before 2.40 ignore it. */
export const builderHint: IBuilderHint = {
  searchHint:
    "To run a job or pipeline and react to its end, use runAndWait: one node starts the run and waits, without a loop. With onError 'continueErrorOutput', a run that does not succeed leaves through the error output.",
  relatedNodes: [
    {
      nodeType: 'n8n-nodes-base.scheduleTrigger',
      relationHint: 'Runs a job or pipeline every night, or at any other time',
    },
    {
      nodeType: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
      relationHint: 'Starts a workflow when a run fails or is missed, no matter who started it',
    },
    {
      nodeType: 'n8n-nodes-data-platform.dataPlatformConfFiles',
      relationHint: 'Syncs the configuration files that jobs read',
    },
  ],
  extraTypeDefContent: [
    {
      displayOptions: { show: { resource: ['job'], operation: ['runAndWait'] } },
      content: nightlyJob,
    },
  ],
};
