import type { EntityFields, OutputShape } from '../../platform/resources/entityFields';

/** What nodes put out of these fields. */
export function outputOf(fields: EntityFields): Record<string, OutputShape> {
  const outputs = Object.entries(fields).map(([name, { output, outputAs }]) =>
    output === false ? outputAs : { [name]: output },
  );
  return Object.assign({}, ...outputs) as Record<string, OutputShape>;
}
