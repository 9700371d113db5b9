import * as fc from 'fast-check';

/** SDL of schemas as they occur: interfaces, unions, cycles, deep input objects, lists of lists, deprecated fields. */
export const anySchema: fc.Arbitrary<string> = fc
  .record({
    objects: fc.integer({ min: 1, max: 6 }),
    interfaces: fc.integer({ min: 0, max: 3 }),
    unions: fc.integer({ min: 0, max: 2 }),
    inputs: fc.integer({ min: 0, max: 4 }),
    choices: fc.infiniteStream(fc.nat(1_000_000)),
  })
  .map(({ choices, ...counts }) => schemaText(counts, choices));

interface Counts {
  objects: number;
  interfaces: number;
  unions: number;
  inputs: number;
}

const SCALARS = [
  ...['Int', 'Float', 'String', 'Boolean', 'ID', 'UUID', 'DateTime', 'Cron', 'State', 'JSON'],
];
/** Names that every JavaScript object inherits. */
export const INHERITED = ['toString', 'constructor', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];

function schemaText(counts: Counts, choices: Iterator<number>): string {
  const pick = (below: number) => Number(choices.next().value) % below;
  const oneOf = (list: string[]) => list[pick(list.length)] ?? 'Int';
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  const objects = names('Object', counts.objects);
  const interfaces = names('Interface', counts.interfaces);
  const unions = names('Union', counts.unions);
  const inputs = names('Input', counts.inputs);

  const wrapped = (type: string) =>
    [`${type}`, `${type}!`, `[${type}]`, `[${type}!]!`, `[[${type}]]`, `[[${type}!]!]!`][pick(6)] ??
    type;
  const outputType = () =>
    wrapped(pick(2) === 0 ? oneOf(SCALARS) : oneOf([...objects, ...interfaces, ...unions]));
  const inputType = () =>
    wrapped(inputs.length > 0 && pick(3) === 0 ? oneOf(inputs) : oneOf([...SCALARS, 'Upload']));
  /** Some names are like those that objects inherit, or like an alias for a field of a member. */
  const oddNames = (list: string[]) => [
    ...list,
    ...INHERITED.filter(() => pick(12) === 0),
    ...objects.filter(() => pick(6) === 0).map((name) => `field0_${name}`),
  ];
  const old = (type: string) =>
    pick(6) === 0 && !type.endsWith('!') ? `${type} @deprecated(reason: "later")` : type;
  const args = () => {
    const list = oddNames(names('arg', pick(4))).map((name) => `${name}: ${old(inputType())}`);
    return list.length > 0 ? `(${list.join(', ')})` : '';
  };
  const field = (name: string) => {
    const deprecated = pick(8) === 0 ? ' @deprecated(reason: "use field0")' : '';
    return `  ${name}${pick(4) === 0 ? args() : ''}: ${outputType()}${deprecated}`;
  };
  const fields = (count: number) => oddNames(names('field', count)).map(field).join('\n');
  // An input object that needs itself could never be written down.
  const inputField = (index: number) => (name: string) => {
    const later = inputs.slice(index + 1);
    const type =
      later.length > 0 && pick(2) === 0 ? wrapped(oneOf(later)) : wrapped(oneOf(SCALARS));
    return `  ${name}: ${old(type)}`;
  };

  const shared = interfaces.map((name) => ({
    name,
    text: names(`${name.toLowerCase()}Field`, 1 + pick(2))
      .map(field)
      .join('\n'),
  }));
  // Nothing could answer a field of an interface that no object implements.
  const implemented = objects.map((_name, index) =>
    shared.filter((_one, at) => at % objects.length === index || pick(3) === 0),
  );
  return [
    'scalar UUID\nscalar DateTime\nscalar Cron\nscalar Upload\nscalar JSON\nenum State { ON OFF UNKNOWN }',
    ...shared.map(({ name, text }) => `interface ${name} {\n${text}\n}`),
    ...objects.map((name, index) => {
      const of = implemented[index] ?? [];
      const clause = of.length > 0 ? ` implements ${of.map((one) => one.name).join(' & ')}` : '';
      const inherited = of.map(({ text }) => text).join('\n');
      return `type ${name}${clause} {\n${inherited}\n${fields(1 + pick(6))}\n}`;
    }),
    ...unions.map((name) => {
      const members = objects.filter(() => pick(2) === 0);
      return `union ${name} = ${(members.length > 0 ? members : objects.slice(0, 1)).join(' | ')}`;
    }),
    ...inputs.map(
      (name, index) =>
        `input ${name} {\n${oddNames(names('member', 1 + pick(4)))
          .map(inputField(index))
          .join('\n')}\n}`,
    ),
    `type Query {\n${fields(1 + pick(8)).replace(/field/g, 'read')}\n}`,
    `type Mutation {\n${fields(1 + pick(8)).replace(/field/g, 'write')}\n}`,
  ]
    .join('\n\n')
    .replace(/use (?:read|write)0/g, 'use field0');
}
