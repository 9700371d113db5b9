/** Shapes of real schemas, each with what is awkward about it. */
export const shapes: Record<string, string> = {
  'a type that holds itself':
    'type Node { id: ID! parent: Node children: [Node!]! } type Query { root: Node }',
  'members of a union with one name for different types':
    'type A { value: Int } type B { value: String } type C { value: [String!] } union U = A | B | C type Query { u: U us: [U!]! }',
  'members with one name for different objects':
    'type X { id: ID } type Y { id: Int } type A { child: X } type B { child: Y } union U = A | B type Query { u: U }',
  'members with one name that may and may not be null':
    'type A { value: Int } type B { value: Int! } union U = A | B type Query { u: U }',
  'an interface whose members narrow its fields':
    'interface Entity { id: ID! owner: Entity } type User implements Entity { id: ID! owner: User name: String } type Team implements Entity { id: ID! owner: Team members: [User] } type Query { entity: Entity }',
  'an interface that implements another':
    'interface A { id: ID } interface B implements A { id: ID name: String } type C implements A & B { id: ID name: String extra: Int } type Query { a: A b: B }',
  'an interface that nothing implements':
    'interface Lonely { id: ID } type Query { lonely: Lonely ok: Int }',
  'only fields that need an argument':
    'type Store { item(key: String!): String } type Query { store: Store }',
  'an object below that has only fields that need an argument':
    'type Store { item(key: String!): String } type Shop { store: Store name: String } type Query { shop: Shop }',
  'lists of lists': 'type Cell { v: Int } type Query { grid: [[Cell!]!]! plain: [[Int]] }',
  'deep input objects':
    'input A { b: B! } input B { c: [C!]! } input C { d: D } input D { e: [[Int!]!] kind: Kind = FIRST } enum Kind { FIRST SECOND } type Query { ok(a: A!): Boolean }',
  'an input object that holds itself':
    'input Filter { and: [Filter!] or: [Filter!] name: String } type Query { find(filter: Filter): [String!] }',
  'enums as arguments, results and defaults':
    'enum Level { LOW HIGH } type Query { level(of: Level! = LOW, all: [Level!]): Level! }',
  'custom scalars':
    'scalar UUID scalar DateTime scalar JSON type Run { id: UUID! at: DateTime data: JSON } type Query { run(id: UUID!, since: DateTime): Run any(data: JSON): JSON }',
  files:
    'scalar Upload input WithFile { file: Upload! more: [Upload!] } type Query { ok: Int } type Mutation { send(file: Upload!, all: [Upload!]!, input: WithFile): Boolean }',
  'deprecated fields with and without a successor':
    'type Run { id: ID status: String @deprecated(reason: "Use history.currentStatus.status") old: Int @deprecated history: History } type History { currentStatus: Status } type Status { status: String } type Query { run: Run }',
  'arguments that are optional everywhere':
    'type Job { id: ID instances(limit: Int, skip: Int): [Instance] } type Instance { id: ID number(format: String): Int } type Query { job(id: ID): Job }',
  'names that look like keywords':
    'type query { type: String input: Int on: on fragment: [query] } type on { mutation: Boolean } type Query { query: query on: on null: Int true: String }',
  'names with underscores':
    'type _Private { ok_: Int _id: ID } type Query { _private: _Private, x__y: Int }',
  'mutations that answer a scalar':
    'type Query { ok: Int } type Mutation { deleteJob(jobId: ID!): Boolean reset: String! }',
  'a union within a union’s member':
    'type Leaf { id: ID } type Other { id: Int } union Inner = Leaf | Other type A { inner: Inner x: Int } type B { inner: Inner x: String } union Outer = A | B type Query { outer: [Outer] }',
  'names that every JavaScript object inherits':
    'input Filter { constructor: Int valueOf: String } type Thing { toString: Int hasOwnProperty: Thing } type Query { constructor(isPrototypeOf: Int, filter: Filter): Thing }',
  'a member with a field that is named like an alias for another one':
    'type A { value: Int value_A: String value_A_: Int } type B { value: String } union U = A | B type Query { u: U us: [U] }',
  'JSON as argument, input field and result':
    'scalar JSON input Filter { data: JSON all: [JSON!] } type Thing { data: JSON } type Query { find(filter: Filter, json: JSON): Thing }',
};
