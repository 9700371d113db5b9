import type * as PlatformApi from '../../platform';

type Api = typeof PlatformApi;

/** The client's classes of errors. */
type ErrorName = {
  [Name in keyof Api]: Api[Name] extends abstract new (...given: never) => PlatformApi.PlatformError
    ? Name
    : never;
}[keyof Api];

/** Whether it is an error of one of the client's classes. The client is loaded when first used, so they are known by name. */
export function isError<Name extends ErrorName>(
  error: unknown,
  ...names: Name[]
): error is InstanceType<Api[Name]> {
  return error instanceof Error && (names as string[]).includes(error.name);
}
