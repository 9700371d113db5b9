export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status <= 299;
}
