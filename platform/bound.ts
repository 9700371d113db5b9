type Calls = Record<string, (...given: never[]) => unknown>;

/** The same functions without the parameters that come first. */
type Bound<First extends unknown[], Group extends Calls> = {
  [Name in keyof Group]: Group[Name] extends (...given: [...First, ...infer Rest]) => infer Result
    ? (...given: Rest) => Result
    : never;
};

/** Functions that ask the same place, each with that place already given. */
export function bound<First extends unknown[], Group extends Calls>(
  group: Group,
  ...first: First
): Bound<First, Group> {
  const entries = Object.entries(group).map(([name, call]) => [
    name,
    (...rest: unknown[]) => call(...([...first, ...rest] as never[])),
  ]);
  return Object.fromEntries(entries) as Bound<First, Group>;
}
