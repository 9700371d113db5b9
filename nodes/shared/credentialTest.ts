import type { INodeCredentialTestResult } from 'n8n-workflow';

/** What the button "Test" of a credential shows: what failed and what to do about it. */
export async function credentialTestResult(
  attempt: () => Promise<unknown>,
): Promise<INodeCredentialTestResult> {
  try {
    await attempt();
    return { status: 'OK', message: 'Connection successful' };
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    return { status: 'Error', message: hint ? `${message}. ${hint}` : message };
  }
}
