import type { NodeConnectionType } from 'n8n-workflow';

/** The connection that items come and go by. n8n older than 1.85 does not export `NodeConnectionTypes`. */
export const MAIN: NodeConnectionType = 'main';
