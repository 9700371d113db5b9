import type { IBuilderHint } from 'n8n-workflow';

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
};
