export async function writePerformancePage(_results: unknown): Promise<void> {}
