/** An object as it was created, as far as it is looked at. */
export interface Stored {
  apiVersion?: string;
  kind?: string;
  type?: string;
  metadata: {
    name: string;
    namespace?: string;
    annotations?: Record<string, string>;
    labels?: object;
  };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: object;
  /** Output of a pod. */
  log?: string;
  subjects?: Array<{ name: string; namespace?: string }>;
  roleRef?: { kind: string; name: string };
  rules?: Array<{ verbs: string[]; resources?: string[]; resourceNames?: string[] }>;
}

interface Wish {
  verb: string;
  resource: string;
  namespace?: string;
  name?: string;
  rest: string[];
}

/** Whether the roles that are bound to a service account allow this. */
export function isAllowed(objects: Stored[], user: string, wish: Wish): boolean {
  const bindings = objects.filter(
    ({ kind = '', metadata, subjects = [] }) =>
      kind.endsWith('Binding') &&
      [undefined, wish.namespace].includes(metadata.namespace) &&
      subjects.some(({ name, namespace }) => user === `system:serviceaccount:${namespace}:${name}`),
  );
  const roles = bindings.flatMap(({ metadata: { namespace }, roleRef }) =>
    objects.filter(
      ({ kind, metadata: role }) =>
        kind === roleRef?.kind &&
        role.name === roleRef?.name &&
        [undefined, namespace].includes(role.namespace),
    ),
  );
  const resource = [wish.resource, ...wish.rest.slice(0, 1)].join('/');
  return roles
    .flatMap(({ rules = [] }) => rules)
    .some(
      ({ verbs, resources = [], resourceNames }) =>
        verbs.includes(wish.verb) &&
        resources.includes(resource) &&
        (resourceNames === undefined || resourceNames.includes(wish.name ?? '')),
    );
}
