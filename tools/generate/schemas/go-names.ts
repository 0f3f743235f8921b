import { type DiscoveredResource, type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'
import { pathOf, typeOf } from './resource-paths.ts'
import type { Server } from './server.ts'

/** How error messages name a member. */
interface GoName {
  /** The Go type of the member, its items or values: `v1.PullPolicy` where OpenAPI has a string. */
  readonly type?: string | undefined
  readonly innerType?: string | undefined
  /** The embedded struct that declares it: `ProbeHandler`. */
  readonly embedded?: string | undefined
}

/** By `Type.member`. */
export type GoNames = ReadonlyMap<string, GoName>

/** A type and its location. */
interface Stop {
  readonly type: string
  /** The path in error messages, without indexes and keys. */
  readonly path: readonly string[]
  /** A request body with this value of the type. */
  readonly body: (value: object) => object
}

/** Types with a custom JSON decoder. */
const OPAQUE = /\.(RawExtension|FieldsV1|JSON|JSONSchemaPropsOr\w+|Time|MicroTime|Quantity)$/
const MESSAGE = /cannot unmarshal \S+ into Go struct field (\S+) of type (.+)$/

/** Determines Go's names by sending a value of the wrong type for each member of each type. */
export async function readGoNames(
  server: Server,
  discovery: Discovery,
  types: OpenAPITypes,
): Promise<GoNames> {
  const reader = new GoNameReader(server, types)
  for (const resource of resourcesOf(discovery)) {
    const type = typeOf(types, resource)
    if (type && resource.verbs.includes('create')) await reader.read(resource, type)
  }
  return reader.names
}

class GoNameReader {
  readonly names = new Map<string, GoName>()
  readonly #server: Server
  readonly #types: OpenAPITypes
  readonly #seen = new Set<string>()

  constructor(server: Server, types: OpenAPITypes) {
    this.#server = server
    this.#types = types
  }

  /** Probes a kind and all its types that have not been probed yet. */
  async read(resource: DiscoveredResource, type: string): Promise<void> {
    const path = `${pathOf(resource)}?dryRun=All`
    const stops: Stop[] = [{ type, path: [], body: value => value }]
    for (let stop = stops.shift(); stop; stop = stops.shift()) {
      if (this.#seen.has(stop.type)) continue
      this.#seen.add(stop.type)
      const members = Object.entries(this.#types.get(stop.type)?.properties ?? {})
      const found = await Promise.all(members.map(([name, node]) => this.#member(path, stop, name, node)))
      stops.push(...found.flat())
    }
  }

  /** Probes a member, and resolves with the types to probe next. */
  async #member(
    path: string,
    { type, path: above, body }: Stop,
    name: string,
    node: OpenAPISchema,
  ): Promise<Stop[]> {
    const isIdentity = above.length === 0 && (name === 'apiVersion' || name === 'kind')
    if (isIdentity) return []
    const report = await this.#report(path, body({ [name]: wrongFor(node) }))
    const inner = node.items ?? node.additionalProperties
    const wrap = (value: unknown) => body({ [name]: node.items ? [value] : { k: value } })
    const innerReport =
      inner && !referenceOf(inner) ? await this.#report(path, wrap(wrongFor(inner))) : undefined
    const embedded = report && report.path.length > above.length + 1 ? report.path[above.length] : undefined
    this.names.set(`${type}.${name}`, { type: report?.type, innerType: innerReport?.type, embedded })
    const next = referenceOf(inner ?? node)
    if (!next || OPAQUE.test(next)) return []
    const stop = { type: next, path: [...above, ...(embedded ? [embedded] : []), name] }
    return [{ ...stop, body: value => (inner ? wrap(value) : body({ [name]: value })) }]
  }

  async #report(
    path: string,
    body: object,
  ): Promise<{ readonly path: readonly string[]; readonly type: string } | undefined> {
    const answer = await this.#server.send('POST', path, body)
    const { message = '' } = answer.body as { readonly message?: string }
    const [, where = '', type = ''] = MESSAGE.exec(message) ?? []
    return where === '' ? undefined : { path: where.split('.').slice(1), type }
  }
}

/** A value of the wrong type for a member. */
const wrongFor = ({ type }: OpenAPISchema): unknown => (type === 'string' ? 1 : 'x')
