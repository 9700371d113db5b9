import { tmpdir } from 'node:os';
import path from 'node:path';

/** Limits that a run of many sequences can wait for; set before anything of the package is loaded. */
Object.assign(process.env, {
  DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS ?? '2.5',
  DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: '0.5',
  N8N_LOG_LEVEL: 'silent',
  N8N_USER_FOLDER: process.env.N8N_USER_FOLDER ?? path.join(tmpdir(), 'chaos-n8n'),
});
