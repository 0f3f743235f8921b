import { type DiscoveredResource, type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import { type TableRow, tableCorpus } from '../../../tests/conformance/kubernetes/table-corpus.ts'
import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'
import { typeOf } from './resource-paths.ts'
import type { Server } from './server.ts'

/** The error type and message, by type and path. `%v` stands for the new value. */
export type ImmutableFields = ReadonlyMap<string, ReadonlyMap<string, string>>

type Json = Readonly<Record<string, unknown>>

const NAMESPACE = 'kube-informer-samples'
const IMMUTABLE = /immutable|may not be changed/
/** Members that updates cannot change, or only the server sets. */
const SKIPPED = ['apiVersion', 'kind', 'metadata', 'status']

/** Determines the immutable members of a kind by changing each member of a stored object. */
export async function readImmutableFields(
  server: Server,
  discovery: Discovery,
  types: OpenAPITypes,
): Promise<ImmutableFields> {
  const found = new Map<string, Map<string, string>>()
  await server.send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } })
  try {
    for (const row of tableCorpus(NAMESPACE, Date.now())) {
      const resource = resourceOf(discovery, row)
      const type = typeOf(types, resource)
      if (!type) continue
      const fields = found.get(type) ?? new Map<string, string>()
      found.set(type, fields)
      for (const [path, text] of await tryRow(server, types, type, resource, row)) fields.set(path, text)
    }
  } finally {
    await server.send('DELETE', `/api/v1/namespaces/${NAMESPACE}`)
  }
  return found
}

async function tryRow(
  server: Server,
  types: OpenAPITypes,
  type: string,
  resource: DiscoveredResource,
  { object }: TableRow,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const collection = collectionOf(resource)
  const created = await server.send('POST', collection, {
    ...object,
    metadata: { ...object.metadata, finalizers: [] },
  })
  if (created.status !== 201) return []
  const path = `${collection}/${object.metadata?.name}`
  const messages: (readonly [string, string])[] = []
  for (const change of changesOf(types, type, created.body as Json)) {
    const { body } = await server.send('PATCH', `${path}?dryRun=All`, change.patch)
    const cause = causesOf(body).find(
      ({ field, message }) => field === change.path && IMMUTABLE.test(message),
    )
    if (cause) messages.push([change.path, template(cause.message, change.value)])
  }
  await server.send('DELETE', `${path}?gracePeriodSeconds=0&propagationPolicy=Background`)
  return messages
}

interface Change {
  readonly path: string
  readonly value: unknown
  readonly patch: object
}

/** A change of each member of an object, and of each member of its spec. */
function changesOf(types: OpenAPITypes, type: string, object: Json): readonly Change[] {
  const members = Object.entries(types.get(type)?.properties ?? {}).filter(
    ([name]) => !SKIPPED.includes(name),
  )
  return members.flatMap(([name, node]) => {
    const reference = referenceOf(node)
    if (name !== 'spec' || !reference)
      return changeOf(types, name, node, object[name], value => ({ [name]: value }))
    const spec = object.spec as Json
    return Object.entries(types.get(reference)?.properties ?? {}).flatMap(([inner, each]) =>
      changeOf(types, `spec.${inner}`, each, spec[inner], value => ({ spec: { [inner]: value } })),
    )
  })
}

function changeOf(
  types: OpenAPITypes,
  path: string,
  node: OpenAPISchema,
  old: unknown,
  patch: (value: unknown) => object,
): readonly Change[] {
  const value = changed(types, node, old, 0)
  return value === undefined ? [] : [{ path, value, patch: patch(value) }]
}

/** A different value of the same type; for an object, one with a changed member. */
function changed(types: OpenAPITypes, node: OpenAPISchema, old: unknown, depth: number): unknown {
  const reference = referenceOf(node)
  if (reference) return depth > 2 ? undefined : changedStruct(types, reference, old, depth)
  if (node.enum) return node.enum.find(each => each !== old)
  if (node.additionalProperties?.type === 'string') return { changed: 'x' }
  if (node.items?.type === 'string') return [...(Array.isArray(old) ? old : []), 'changed']
  if (node.type === 'string') return typeof old === 'string' ? `${old}x` : 'changed'
  if (node.type === 'integer') return typeof old === 'number' ? old + 1 : 1
  return node.type === 'boolean' ? old !== true : undefined
}

function changedStruct(types: OpenAPITypes, type: string, old: unknown, depth: number): object | undefined {
  const own = (old ?? {}) as Json
  const members = Object.entries(types.get(type)?.properties ?? {})
  // Existing members first: an added one may be invalid for other reasons.
  const sorted = members.toSorted(([a], [b]) => Number(b in own) - Number(a in own))
  for (const [name, node] of sorted) {
    const value = changed(types, node, own[name], depth + 1)
    if (value !== undefined) return { ...own, [name]: value }
  }
  return undefined
}

interface Cause {
  readonly field: string
  readonly message: string
}

function causesOf(body: unknown): readonly Cause[] {
  const { details } = body as { readonly details?: { readonly causes?: readonly Partial<Cause>[] } }
  return (details?.causes ?? []).map(({ field = '', message = '' }) => ({ field, message }))
}

/** The message with `%v` for the value (`Invalid value: %v: field is immutable`), without a diff that follows. */
function template(message: string, value: unknown): string {
  const [line = ''] = message.split('\n')
  const printed = JSON.stringify(value)
  if (line.includes(`: ${printed}: `)) return line.replace(`: ${printed}: `, () => ': %v: ')
  return line.replace(/^Invalid value: [{["].*?: (field is immutable)/, 'Invalid value: %v: $1')
}

function resourceOf(discovery: Discovery, { resource }: TableRow): DiscoveredResource {
  const [plural, version, group = ''] = resource.split('/').toReversed()
  const found = resourcesOf(discovery).find(
    each => each.plural === plural && each.version === version && each.group === group,
  )
  if (!found) throw new Error(`${resource} is not served`)
  return found
}

function collectionOf({ group, version, plural, namespaced }: DiscoveredResource): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return `${root}${namespaced ? `/namespaces/${NAMESPACE}` : ''}/${plural}`
}
