import type { Running } from '../../start/bringUp';
import type { ChatServer } from './chatServer';

/** A real n8n, next to the sandbox platform and a chat model that follows a script. */
export interface AgentsRunning extends Running {
  chat: ChatServer;
  /** The credential in n8n that leads to the chat model. */
  chatCredential: { id: string; name: string };
}

export interface Check {
  /** Promise to a user that the check tests. */
  name: string;
  run(running: AgentsRunning): Promise<void>;
}
