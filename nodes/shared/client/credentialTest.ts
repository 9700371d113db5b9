import type { INodeCredentialTestResult } from 'n8n-workflow';

/**
 * What the button "Test" of a credential shows: what failed and what to do about it.
 * @param attempt may give a message of its own for success
 */
export async function credentialTestResult(
  attempt: () => Promise<unknown>,
): Promise<INodeCredentialTestResult> {
  try {
    const said = await attempt();
    const message = typeof said === 'string' ? said : 'Connection successful';
    return { status: 'OK', message };
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    return { status: 'Error', message: hint ? `${message}. ${hint}` : message };
  }
}
