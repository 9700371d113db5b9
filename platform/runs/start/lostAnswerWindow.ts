const VARIABLE = 'DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS';
export const DEFAULT_WINDOW_SECONDS = 30;

/**
 * How long a run is looked for whose start had no response, in milliseconds: a platform may begin it long after a gateway's
 * error. Whoever runs n8n can set it by the environment variable DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS.
 */
export function lostAnswerWindowMs(): number {
  const seconds = Number(process.env[VARIABLE]);
  return (seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS) * 1000;
}
