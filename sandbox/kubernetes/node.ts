/** A node as the API server shows it; the sandbox adds what every node has. */
export interface SandboxNode {
  name: string;
  labels?: Record<string, string>;
  taints?: Array<{ key: string; value?: string; effect: string; timeAdded?: string }>;
  capacity?: Record<string, string>;
  unschedulable?: boolean;
}
