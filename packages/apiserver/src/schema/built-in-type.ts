import { type DataNode, type DataType, fullName, ZERO } from './data-type.ts'
import type { Schema, SchemaType } from './schema.ts'

type Find = (name: string) => Schema | undefined
/** The Go type names of a member and of its items or values. */
interface GoTypes {
  readonly own?: string | undefined
  readonly inner?: string | undefined
}
type Shape = Pick<Schema, 'type' | 'format' | 'preservesUnknown'>

/** Types whose JSON form is not an object with members, by the end of their names. */
const SPECIAL: Readonly<Record<string, Shape>> = {
  'resource.Quantity': { type: 'string', format: 'quantity' },
  'intstr.IntOrString': { type: 'int-or-string', format: 'int-or-string' },
  'v1.Time': { type: 'string', format: 'date-time' },
  'v1.MicroTime': { type: 'string', format: 'date-time' },
  'v1.FieldsV1': { type: 'object', preservesUnknown: true },
  'runtime.RawExtension': { type: 'any' },
  'v1.JSON': { type: 'any' },
  'v1.JSONSchemaPropsOrArray': { type: 'any' },
  'v1.JSONSchemaPropsOrBool': { type: 'any' },
  'v1.JSONSchemaPropsOrStringArray': { type: 'any' },
}

/** The JSON types of the data's type names and formats. */
const SCALARS: Readonly<Record<string, Shape>> = {
  string: { type: 'string' },
  byte: { type: 'string', format: 'byte' },
  'date-time': { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number' },
  double: { type: 'number', format: 'double' },
  object: { type: 'object' },
  any: { type: 'any' },
}

const ZEROS: Partial<Record<SchemaType, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  object: Object.freeze({}),
}

/** A built-in type. Types are recursive, so members are created when they are first read. */
export class BuiltInType implements Schema {
  readonly type: SchemaType
  readonly format: string | undefined
  readonly preservesUnknown: boolean | undefined
  readonly typeName: string
  readonly required: readonly string[] | undefined
  readonly mapType: Schema['mapType']
  readonly added: ReadonlyMap<string, unknown>
  readonly pointers: ReadonlySet<string>
  readonly embedded: ReadonlyMap<string, string>
  readonly demanded: ReadonlyMap<string, string>
  readonly immutable: ReadonlyMap<string, string>
  readonly #data: DataType
  readonly #find: Find
  #properties: ReadonlyMap<string, Schema> | undefined

  constructor(name: string, data: DataType, find: Find) {
    const { type, format, preservesUnknown } = SPECIAL[name.split('.').slice(-2).join('.')] ?? {
      type: 'object',
    }
    this.type = type
    this.format = format
    this.preservesUnknown = preservesUnknown
    this.typeName = name
    this.required = data.r
    this.mapType = mapTypeOf(data.m)
    this.added = new Map(Object.entries(data['+'] ?? {}))
    this.pointers = new Set(data['*'])
    this.demanded = new Map(Object.entries(data.q ?? {}))
    this.immutable = new Map(Object.entries(data.n ?? {}))
    this.embedded = new Map(
      Object.entries(data.b ?? {}).flatMap(([struct, members]) =>
        members.map(member => [member, struct] as const),
      ),
    )
    this.#data = data
    this.#find = find
  }

  get properties(): ReadonlyMap<string, Schema> | undefined {
    const { p, o, oi } = this.#data
    if (!p) return undefined
    this.#properties ??= new Map(
      Object.entries(p).map(([name, node]) => [
        name,
        nodeOf(node, this.#find, { own: o?.[name], inner: oi?.[name] }),
      ]),
    )
    return this.#properties
  }
}

function nodeOf(node: DataNode, find: Find, { own, inner }: GoTypes = {}): Schema {
  const goType = own ? { goType: own } : {}
  if (typeof node === 'string') return atOccurrence(typed(node, find), goType)
  const { t, i, v, e, d, l, k, m, s, y } = node
  const members = {
    ...goType,
    ...(e ? { enum: e } : {}),
    ...(d === undefined ? {} : { default: d }),
    ...(l ? { listType: listTypeOf(l) } : {}),
    ...(k ? { listMapKeys: k } : {}),
    ...(m ? { mapType: mapTypeOf(m) } : {}),
    ...(s ? { patchStrategy: s } : {}),
    ...(y ? { patchMergeKey: y } : {}),
  }
  if (i) return { type: 'array', items: nodeOf(i, find, { own: inner }), ...members }
  if (v) return { type: 'object', additionalProperties: nodeOf(v, find, { own: inner }), ...members }
  const base = typed(t ?? 'any', find)
  const more = node['+'] ? { added: new Map([...(base.added ?? []), ...Object.entries(node['+'])]) } : {}
  return atOccurrence(base, { ...members, ...more })
}

function typed(text: string, find: Find): Schema {
  const isZero = text.endsWith(ZERO)
  const name = isZero ? text.slice(0, -ZERO.length) : text
  const scalar = SCALARS[name]
  const base = scalar ?? find(fullName(name)) ?? { type: 'any' }
  return isZero ? atOccurrence(base, { default: ZEROS[base.type] }) : base
}

/** A type with the attributes of one occurrence; members are still created on demand. */
function atOccurrence(base: Schema, more: Partial<Schema>): Schema {
  if (Object.keys(more).length === 0) return base
  return {
    type: base.type,
    format: base.format,
    typeName: base.typeName,
    required: base.required,
    demanded: base.demanded,
    mapType: base.mapType,
    preservesUnknown: base.preservesUnknown,
    added: base.added,
    pointers: base.pointers,
    embedded: base.embedded,
    default: base.default,
    ...more,
    get properties() {
      return base.properties
    },
  }
}

const mapTypeOf = (text: string | undefined): Schema['mapType'] =>
  text === 'atomic' || text === 'granular' ? text : undefined

const listTypeOf = (text: string): Schema['listType'] =>
  text === 'atomic' || text === 'set' || text === 'map' ? text : undefined
