/** A writer of fields: one entry of `metadata.managedFields`. */
export interface Owner {
  readonly manager: string
  /** `Apply` or `Update`. */
  readonly operation: string
  readonly subresource: string | undefined
  readonly time: string | undefined
}

/** A field of an object with its owners, and the fields in it. */
export interface OwnedField {
  /** One step: `.image`, `[name="web"]`. */
  readonly step: string
  /** From the root: `.spec.containers[name="web"].image`. */
  readonly path: string
  readonly owners: readonly Owner[]
  readonly value: unknown
  readonly children: readonly OwnedField[]
}

interface Building {
  readonly key: string
  readonly owners: Owner[]
  readonly children: Map<string, Building>
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The entries of `metadata.managedFields` that can be read. */
function entriesOf(managedFields: readonly unknown[]): readonly { owner: Owner; fields: Fields }[] {
  return managedFields.flatMap(entry => {
    if (!isFields(entry) || !isFields(entry.fieldsV1)) return []
    const owner = {
      manager: textOf(entry.manager) ?? 'unknown',
      operation: textOf(entry.operation) ?? '',
      subresource: textOf(entry.subresource),
      time: textOf(entry.time),
    }
    return [{ owner, fields: entry.fieldsV1 }]
  })
}

/** The owners of an object's fields, in the order of the server. */
export const ownersOf = (managedFields: readonly unknown[]): readonly Owner[] =>
  entriesOf(managedFields).map(({ owner }) => owner)

/** The fields of an object that have owners, as a tree. */
export function ownedFields(object: unknown, managedFields: readonly unknown[]): readonly OwnedField[] {
  const root: Building = { key: '', owners: [], children: new Map() }
  for (const { owner, fields } of entriesOf(managedFields)) addFields(root, fields, owner)
  return finish(root, object, '')
}

/** A key with an empty object is a field that the owner has; `.` is the field above. */
function addFields(node: Building, fields: Fields, owner: Owner): void {
  for (const [key, below] of Object.entries(fields)) {
    if (key === '.') {
      node.owners.push(owner)
      continue
    }
    const child: Building = node.children.get(key) ?? { key, owners: [], children: new Map() }
    node.children.set(key, child)
    if (isFields(below) && Object.keys(below).length > 0) addFields(child, below, owner)
    else child.owners.push(owner)
  }
}

const finish = (node: Building, value: unknown, path: string): readonly OwnedField[] =>
  [...node.children.values()].map(child => {
    const step = stepOf(child.key)
    const at = `${path}${step}`
    const below = valueAt(value, child.key)
    return { step, path: at, owners: child.owners, value: below, children: finish(child, below, at) }
  })

/** `f:image` as `.image`, `k:{"name":"web"}` as `[name="web"]`, `v:"a"` as `["a"]`, `i:0` as `[0]`. */
export function stepOf(key: string): string {
  const rest = key.slice(2)
  if (key.startsWith('f:')) return /^[\w-]+$/.test(rest) ? `.${rest}` : `["${rest}"]`
  if (!key.startsWith('k:')) return `[${rest}]`
  const members = Object.entries(parsed(rest)).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `[${members.join(',')}]`
}

/** What an object has where the key of a field set leads. */
function valueAt(value: unknown, key: string): unknown {
  const rest = key.slice(2)
  if (key.startsWith('f:')) return isFields(value) ? value[rest] : undefined
  if (!Array.isArray(value)) return undefined
  if (key.startsWith('i:')) return value[Number(rest)]
  if (key.startsWith('v:')) return value.find(item => JSON.stringify(item) === rest)
  const wanted = Object.entries(parsed(rest))
  return value.find(item => isFields(item) && wanted.every(([name, text]) => item[name] === text))
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

/** The text that names an owner: `kubectl`, `kube-controller-manager (status)`. */
export const ownerName = ({ manager, subresource }: Owner): string =>
  subresource === undefined ? manager : `${manager} (${subresource})`

/** Whether two managers have written a field: a change by one of them can conflict with the other. */
export const isShared = ({ owners }: OwnedField): boolean =>
  new Set(owners.map(({ manager }) => manager)).size > 1

/** The fields of one owner, with the fields that lead to them. */
export const fieldsOfOwner = (fields: readonly OwnedField[], name: string): readonly OwnedField[] =>
  fields.flatMap(field => {
    const children = fieldsOfOwner(field.children, name)
    const isOwn = field.owners.some(owner => ownerName(owner) === name)
    return isOwn || children.length > 0 ? [{ ...field, children }] : []
  })
