import type { KubernetesObject } from '../api/object.ts'
import { type ObjectName, resolveObjectName } from '../api/object-name.ts'
import {
  apiVersionOf,
  describeLocation,
  type ResourceDefinition,
  type ResourceLocation,
  resourcePath,
} from '../api/resource.ts'
import { withSelectorTexts } from '../api/selector-texts.ts'
import { readJson } from './transport/answer.ts'
import { type IsExpected, isList, isOfKind, isStatusObject, isSuccess } from './transport/answer-kind.ts'
import type { RequestQuery } from './transport/request-url.ts'
import type { Transport } from './transport/transport.ts'
import type {
  ApplyConfiguration,
  ApplyOptions,
  CallOptions,
  CollectionDeletion,
  DeleteCollectionOptions,
  DeleteOptions,
  Deletion,
  GetOptions,
  ObjectWriteOptions,
  PatchOptions,
  PatchType,
  SubresourceObject,
  WriteOptions,
} from './verb-options.ts'

/** Operations on single objects and on whole collections. */
export interface ObjectVerbs {
  /** One object, or a subresource of it. */
  get<T extends KubernetesObject, S extends string | undefined = string | undefined>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: GetOptions<S>,
  ): Promise<SubresourceObject<T, S>>
  /** A POST; with a subresource such as `eviction` or `token`, to that of the named object. */
  create<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: T,
    options?: ObjectWriteOptions<string | undefined>,
  ): Promise<T>
  /** A PUT. With `metadata.resourceVersion` set, it fails with a Conflict if the object has changed since. */
  replace<T extends KubernetesObject, S extends string | undefined = string | undefined>(
    resource: ResourceDefinition<T>,
    object: SubresourceObject<T, S>,
    options?: ObjectWriteOptions<S>,
  ): Promise<SubresourceObject<T, S>>
  /** Changes parts of an object; {@link PatchType} is the format of the change. */
  patch<T extends KubernetesObject, S extends string | undefined = string | undefined>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    patch: unknown,
    options?: PatchOptions<S>,
  ): Promise<SubresourceObject<T, S>>
  /**
   * Server-side apply: sets the fields of `object`, creates the object if it is missing, and removes the fields that this
   * field manager applied before and now omits. A field that another manager owns with another value is a Conflict,
   * unless forced.
   */
  apply<T extends KubernetesObject, S extends string | undefined = string | undefined>(
    resource: ResourceDefinition<T>,
    object: ApplyConfiguration<SubresourceObject<T, S>> & KubernetesObject,
    options?: ApplyOptions<S>,
  ): Promise<SubresourceObject<T, S>>
  /** Deletes the object of this name, whatever its state: conditions are `preconditions` of the options. */
  delete<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: DeleteOptions,
  ): Promise<Deletion<T>>
  /** Deletes the objects that match the selectors, by default all; of a namespaced resource, in one namespace. */
  deleteCollection<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: DeleteCollectionOptions,
  ): Promise<CollectionDeletion<T>>
}

const PATCH_TYPES: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

const APPLY_TYPE = 'application/apply-patch+yaml'

const METHODS = {
  get: 'GET',
  create: 'POST',
  replace: 'PUT',
  patch: 'PATCH',
  apply: 'PATCH',
  delete: 'DELETE',
} as const

/** The kinds of the subresources of Kubernetes that are no object of their resource. Those of other servers have any kind. */
const SUBRESOURCE_KINDS: Readonly<Record<string, string>> = {
  scale: 'Scale',
  eviction: 'Eviction',
  binding: 'Binding',
  token: 'TokenRequest',
}

/** The parts of a request. */
interface Parts extends CallOptions {
  /** What answers it. @default an object of the resource */
  readonly isExpected?: IsExpected | undefined
  readonly query?: RequestQuery | undefined
  readonly body?: unknown
  /** The content type of the body. @default application/json */
  readonly contentType?: string | undefined
}

/** The options of all writes combined. */
interface AnyWriteOptions extends WriteOptions {
  readonly subresource?: string | undefined
  readonly force?: boolean | undefined
}

/** Creates the verbs for a transport; writes use the field manager. */
export function createObjectVerbs(transport: Transport, defaultManager: string): ObjectVerbs {
  const send = async <T extends object>(
    verb: keyof typeof METHODS,
    resource: ResourceDefinition,
    at: ResourceLocation,
    { signal, query, body, contentType = 'application/json', isExpected = isObjectOf(resource, at) }: Parts,
  ): Promise<T> => {
    const what = `${verb} ${describeLocation(resource, at)}`
    const response = await transport.request(resourcePath(resource, at), {
      method: METHODS[verb],
      query,
      signal,
      what,
      ...(body !== undefined && { headers: { 'content-type': contentType }, body: JSON.stringify(body) }),
    })
    return readJson<T>(response, what, answer => isExpected(answer) || (verb !== 'get' && isSuccess(answer)))
  }

  const write = <T extends object>(
    verb: keyof typeof METHODS,
    resource: ResourceDefinition,
    at: ResourceLocation,
    body: unknown,
    { signal, dryRun, force, fieldValidation, fieldManager = defaultManager }: AnyWriteOptions,
    contentType?: string,
  ): Promise<T> => {
    const query = { fieldManager, fieldValidation, force, dryRun: dryRun ? 'All' : undefined }
    return send(verb, resource, at, { signal, query, body, contentType })
  }

  return {
    get: async (resource, object, { signal, subresource, ...query } = {}) =>
      send('get', resource, named(resource, object, { subresource }), { signal, query }),
    create: async (resource, object, options = {}) => {
      const at = options.subresource
        ? named(resource, object, options)
        : { namespace: object.metadata?.namespace }
      return write('create', resource, at, withKind(resource, object, options), options)
    },
    replace: async (resource, object, options = {}) => {
      const at = named(resource, object, options)
      return write('replace', resource, at, withKind(resource, object, options), options)
    },
    patch: async (resource, object, patch, { type = 'merge', ...options } = {}) =>
      write('patch', resource, named(resource, object, options), patch, options, PATCH_TYPES[type]),
    apply: async (resource, object, options = {}) => {
      const at = named(resource, object, options)
      return write('apply', resource, at, withKind(resource, object, options), options, APPLY_TYPE)
    },
    delete: async (resource, object, { signal, ...options } = {}) =>
      send('delete', resource, resolveObjectName(resource, object), {
        signal,
        query: { fieldManager: defaultManager },
        body: deleteBody(options),
      }),
    deleteCollection: async (resource, options = {}) => {
      const { namespace, signal, ...rest } = options
      const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions, ...query } =
        withSelectorTexts(rest)
      const body = deleteBody({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions })
      const isExpected: IsExpected = answer => !answer.kind || isList(answer)
      return send('delete', resource, { namespace }, { signal, query, body, isExpected })
    },
  }
}

/** Whether an answer is an object of the resource, or of its subresource. */
function isObjectOf({ kind }: ResourceDefinition, { subresource }: ResourceLocation): IsExpected {
  if (!subresource || subresource === 'status') return isOfKind(kind)
  const own = SUBRESOURCE_KINDS[subresource]
  return own === undefined ? answer => !isStatusObject(answer) : isOfKind(kind, own)
}

const named = (
  resource: ResourceDefinition,
  object: ObjectName,
  { subresource }: AnyWriteOptions,
): ResourceLocation => ({ ...resolveObjectName(resource, object), subresource })

/** Adds the kind and apiVersion that lists omit and some writes need. Most subresources have other kinds. */
const withKind = (
  resource: ResourceDefinition,
  object: KubernetesObject,
  { subresource }: AnyWriteOptions,
) =>
  subresource && subresource !== 'status'
    ? object
    : { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object }

const deleteBody = ({ dryRun, ...options }: DeleteOptions): unknown => ({
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  ...options,
  ...(dryRun && { dryRun: ['All'] }),
})
