/** Returns environment variables for an n8n that listens only on this machine, uses no internet and asks no questions. */
export function buildN8nSettings(userFolder: string, port: number, brokerPort: number) {
  return {
    N8N_USER_FOLDER: userFolder,
    N8N_HOST: '127.0.0.1',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
    N8N_WEBHOOK_URL: `http://127.0.0.1:${port}`,
    // Some browsers do not send a secure cookie over plain HTTP.
    N8N_SECURE_COOKIE: 'false',
    // `startN8n` waits for a line of this log.
    N8N_LOG_LEVEL: 'info',
    N8N_LOG_OUTPUT: 'console',
    N8N_LOG_FORMAT: 'text',
    N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
    GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...withoutInternet,
    ...withoutQuestions,
    ...communityPackages,
    // n8n itself starts the process that runs Code nodes. Each n8n needs a port of its own for that process.
    N8N_RUNNERS_MODE: 'internal',
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_PYTHON_ENABLED: 'false',
    // n8n must not use a proxy for a platform on this machine.
    NO_PROXY: [process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(','),
  };
}

const withoutInternet = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  // These modules send requests to n8n's servers at every start, or need an account with an AI vendor.
  N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents,agent-evals,chat-hub,workflow-builder',
};

const withoutQuestions = {
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
};

const communityPackages = {
  N8N_COMMUNITY_PACKAGES_ENABLED: 'true',
  N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
};
