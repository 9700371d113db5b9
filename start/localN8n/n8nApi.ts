import { setTimeout as sleep } from 'node:timers/promises';
import { unflatten } from './executionData';

const pollIntervalMs = 250;
/** Header for a request on a connection of its own. n8n closes idle connections, and a request on a closed connection fails. */
export const ONE_CONNECTION_EACH = { Connection: 'close' };
const unfinishedStatuses = ['new', 'running', 'waiting', 'unknown'];

export interface Owner {
  email: string;
  password: string;
}

export interface WorkflowFile {
  id: string;
  name: string;
  nodes: Array<{
    name: string;
    type: string;
    credentials?: Record<string, { id: string; name: string }>;
    [field: string]: unknown;
  }>;
  connections: Record<string, unknown>;
  settings?: Record<string, unknown>;
}

export interface Credential {
  name: string;
  type: string;
  data: Record<string, unknown>;
}

interface OutputItem {
  json: Record<string, unknown>;
  binary?: Record<string, { fileName?: string }>;
}

interface NodeRun {
  error?: { message?: string; description?: string };
  data?: { main?: Array<OutputItem[] | null> };
}

export interface Execution {
  id: string;
  status: string;
  lastNode?: string;
  error?: { message?: string; description?: string };
  /** Runs of each node, by the name of the node. */
  runs: Record<string, NodeRun[]>;
}

interface ExecutionData {
  resultData?: {
    runData?: Execution['runs'];
    lastNodeExecuted?: string;
    error?: Execution['error'];
  };
}

/** Calls the internal API of n8n's editor. */
export class N8nApi {
  private cookie = '';

  constructor(private readonly baseUrl: string) {}

  /** Creates the owner of a new n8n, or logs in as the existing one. */
  async signIn(owner: Owner): Promise<void> {
    const settings = await this.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
      'GET',
      '/settings',
    );
    if (settings.userManagement.showSetupOnFirstLoad) {
      const names = { firstName: 'Local', lastName: 'Owner' };
      await this.request('POST', '/owner/setup', { ...owner, ...names });
      return;
    }
    const login = { emailOrLdapLoginId: owner.email, password: owner.password };
    await this.request('POST', '/login', login);
  }

  /** Creates a credential, or updates the existing one of this type and name. @returns ID of the credential */
  async saveCredential(credential: Credential): Promise<string> {
    const existingId = await this.findCredential(credential);
    if (existingId !== undefined) {
      await this.request('PATCH', `/credentials/${existingId}`, credential);
      return existingId;
    }
    return (await this.request<{ id: string }>('POST', '/credentials', credential)).id;
  }

  /** Returns the ID of the credential of this type and name. */
  async findCredential({ name, type }: Omit<Credential, 'data'>): Promise<string | undefined> {
    const credentials = await this.listCredentials();
    return credentials.find((entry) => entry.name === name && entry.type === type)?.id;
  }

  async listCredentials(): Promise<Array<{ id: string; name: string; type: string }>> {
    return await this.request('GET', '/credentials');
  }

  async hasWorkflow(id: string): Promise<boolean> {
    return (await this.request<{ exists: boolean }>('GET', `/workflows/${id}/exists`)).exists;
  }

  async saveWorkflow(workflow: WorkflowFile): Promise<void> {
    if (await this.hasWorkflow(workflow.id)) {
      await this.request('PATCH', `/workflows/${workflow.id}?forceSave=true`, workflow);
    } else {
      await this.request('POST', '/workflows', workflow);
    }
  }

  /** Publishes a saved workflow, and waits until its triggers are active. */
  async publishWorkflow(id: string, timeoutSeconds = 30): Promise<void> {
    const { versionId } = await this.request<{ versionId: string }>('GET', `/workflows/${id}`);
    await this.request('POST', `/workflows/${id}/activate`, { versionId });
    const deadline = Date.now() + timeoutSeconds * 1000;
    for (;;) {
      const { status } = await this.request<{ status: string }>(
        'GET',
        `/workflows/${id}/publication-status`,
      );
      if (status === 'published') return;
      if (status === 'failed' || Date.now() > deadline) {
        throw new Error(`Workflow ${id} was not published. Its status is ${status}.`);
      }
      await sleep(pollIntervalMs);
    }
  }

  /** Starts a saved workflow at one of its triggers. @returns the execution's ID */
  async runWorkflow(workflowId: string, trigger: string): Promise<string> {
    const path = `/workflows/${workflowId}/run`;
    const started = await this.request<{ executionId?: string }>('POST', path, {
      triggerToStartFrom: { name: trigger },
    });
    if (started.executionId === undefined)
      throw new Error('n8n did not start an execution, because it waits for a webhook call.');
    return started.executionId;
  }

  async waitForExecution(executionId: string, timeoutSeconds = 120): Promise<Execution> {
    const deadline = Date.now() + timeoutSeconds * 1000;
    for (;;) {
      const execution = await this.getExecution(executionId);
      if (!unfinishedStatuses.includes(execution.status)) return execution;
      if (Date.now() > deadline) {
        throw new Error(`Execution ${executionId} has not ended after ${timeoutSeconds} s.`);
      }
      await sleep(pollIntervalMs);
    }
  }

  async getExecution(executionId: string): Promise<Execution> {
    const { id, status, data } = await this.request<{ id: string; status: string; data: string }>(
      'GET',
      `/executions/${executionId}`,
    );
    // A new execution has no data yet.
    const { resultData } = (unflatten(data) ?? {}) as ExecutionData;
    return {
      id,
      status,
      lastNode: resultData?.lastNodeExecuted,
      error: resultData?.error,
      runs: resultData?.runData ?? {},
    };
  }

  /** @returns the `data` of the response */
  async request<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.send(method, path, body);
    refuseRedirect(response);
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`n8n refused ${method} ${path}: ${response.status} ${readMessage(text)}`);
    }
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
    return (JSON.parse(text) as { data: Answer }).data;
  }

  private async send(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await fetch(`${this.baseUrl}/rest${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json',
          Cookie: this.cookie,
          ...ONE_CONNECTION_EACH,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      const { cause = error } = error as Error;
      throw new Error(`n8n did not answer ${method} ${path}: ${(cause as Error).message}`);
    }
  }
}

export class RedirectError extends Error {}

/** Refuses redirects, which would send the owner's password to another address. @throws RedirectError */
export function refuseRedirect({ status, url, headers }: Response): void {
  if (status < 300 || status > 399 || !headers.has('location')) return;
  throw new RedirectError(
    `${new URL(url).origin} redirects to another address. Use the final address of n8n.`,
  );
}

/** Returns the items of the node's last run at its first output. */
export function readOutput(execution: Execution, node: string): Array<Record<string, unknown>> {
  const items = execution.runs[node]?.at(-1)?.data?.main?.[0] ?? [];
  return items.map((item) => item.json);
}

function readMessage(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text.slice(0, 300);
  }
}
