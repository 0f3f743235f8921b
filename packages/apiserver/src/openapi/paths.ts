import type { Kind } from '../kinds/kind.ts'
import type { Subresource } from '../schema/subresource.ts'
import { referenceTo, type SchemaObject } from './schema-object.ts'

const PATCH = referenceTo('io.k8s.apimachinery.pkg.apis.meta.v1.Patch')

const parameter = (name: string, where: string, type = 'string') => ({
  name,
  in: where,
  ...(where === 'path' ? { required: true } : {}),
  schema: { type, uniqueItems: true },
})

const DRY_RUN = parameter('dryRun', 'query')
const WRITE = [DRY_RUN, parameter('fieldManager', 'query'), parameter('fieldValidation', 'query')]
const PARAMETERS: Readonly<Record<string, readonly object[]>> = {
  post: WRITE,
  put: WRITE,
  patch: [...WRITE, parameter('force', 'query', 'boolean')],
  delete: [
    DRY_RUN,
    parameter('gracePeriodSeconds', 'query', 'integer'),
    parameter('orphanDependents', 'query', 'boolean'),
    parameter('propagationPolicy', 'query'),
  ],
}

/** The methods of a path with the verb that each requires. */
type Methods = readonly (readonly [method: string, verb: string])[]

const OF_COLLECTION: Methods = [
  ['get', 'list'],
  ['post', 'create'],
  ['delete', 'deletecollection'],
]
const OF_ITEM: Methods = [
  ['get', 'get'],
  ['put', 'update'],
  ['delete', 'delete'],
  ['patch', 'patch'],
]
const OF_SUBRESOURCE: Methods = [...OF_ITEM, ['post', 'create']]

/** The schema of a kind. */
export type BodyOf = (group: string, version: string, kind: string) => SchemaObject

/**
 * The paths of a kind with the extensions that clients look for: the kind, the supported patch types, field validation
 * and dry run.
 */
export function pathsOf(kind: Kind, bodyOf: BodyOf): Readonly<Record<string, object>> {
  const { group, version, plural, namespaced } = kind.resource
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const collection = namespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`
  const scope = namespaced ? [parameter('namespace', 'path')] : []
  const named = [parameter('name', 'path'), ...scope]
  const own = aboutKind(kind, bodyOf)
  const everywhere = kind.verbs.includes('list') && namespaced
  const item = operations(own, OF_ITEM)
  return {
    ...(everywhere ? { [`${root}/${plural}`]: operations(own, OF_COLLECTION.slice(0, 1)) } : {}),
    [collection]: { ...operations(own, OF_COLLECTION), ...parametersOf(scope) },
    ...(Object.keys(item).length > 0
      ? { [`${collection}/{name}`]: { ...item, ...parametersOf(named) } }
      : {}),
    ...Object.fromEntries(
      kind.subresources.map(subresource => [
        `${collection}/{name}/${subresource.name}`,
        {
          ...operations(aboutSubresource(kind, subresource, bodyOf), OF_SUBRESOURCE),
          ...parametersOf(named),
        },
      ]),
    ),
  }
}

const parametersOf = (parameters: readonly object[]): object => (parameters.length > 0 ? { parameters } : {})

/** The subject of a path. */
interface About {
  readonly isBuiltIn: boolean
  readonly verbs: readonly string[]
  readonly gvk: { readonly group: string; readonly version: string; readonly kind: string }
  readonly body: SchemaObject
  /** The schema of a list response. */
  readonly list: SchemaObject
}

function aboutKind({ resource, isBuiltIn, verbs, listKind }: Kind, bodyOf: BodyOf): About {
  const { group, version, kind } = resource
  const list = verbs.includes('list') ? bodyOf(group, version, listKind) : {}
  return { isBuiltIn, verbs, gvk: { group, version, kind }, body: bodyOf(group, version, kind), list }
}

function aboutSubresource({ resource, isBuiltIn }: Kind, subresource: Subresource, bodyOf: BodyOf): About {
  const { group = resource.group, version = resource.version, kind, verbs } = subresource
  const body = bodyOf(group, version, kind)
  return { isBuiltIn, verbs, gvk: { group, version, kind }, body, list: body }
}

const operations = (about: About, methods: Methods): Readonly<Record<string, object>> =>
  Object.fromEntries(
    methods
      .filter(([, verb]) => about.verbs.includes(verb))
      .map(([method, verb]) => [method, operation(about, method, verb)]),
  )

const operation = ({ isBuiltIn, gvk, body, list }: About, method: string, verb: string): object => ({
  ...(PARAMETERS[method] ? { parameters: PARAMETERS[method] } : {}),
  ...(method === 'patch' ? { requestBody: patchBody(isBuiltIn) } : {}),
  ...(method === 'post' || method === 'put'
    ? { requestBody: { content: { '*/*': { schema: body } }, required: true } }
    : {}),
  responses: {
    200: {
      description: 'OK',
      content: { 'application/json': { schema: verb === 'list' ? list : body } },
    },
  },
  'x-kubernetes-action': method === 'get' || method === 'delete' ? verb : method,
  'x-kubernetes-group-version-kind': gvk,
})

function patchBody(isBuiltIn: boolean): object {
  const types = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json']
  const all = isBuiltIn ? [...types, 'strategic-merge-patch+json'] : types
  const content = Object.fromEntries(all.map(type => [`application/${type}`, { schema: PATCH }]))
  return { content, required: true }
}
