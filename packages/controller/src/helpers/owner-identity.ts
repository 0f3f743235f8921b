import {
  apiVersionOf,
  type KubernetesObject,
  type OwnerReference,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'

/** What identifies an owner: an owner of another version, or created again, is the same one. */
type OwnerIdentity = Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>

/** Lists omit kind and apiVersion, so they come from the resource. */
export const identityOf = (resource: ResourceDefinition, owner: KubernetesObject): OwnerIdentity => ({
  apiVersion: apiVersionOf(resource),
  kind: resource.kind,
  name: owner.metadata?.name ?? '',
})

/** Whether two references mean the same owner, by group, kind and name (controller-runtime `referSameObject`). */
export const isSameOwner = (a: OwnerIdentity, b: OwnerIdentity): boolean =>
  a.name === b.name && a.kind === b.kind && groupOf(a.apiVersion) === groupOf(b.apiVersion)

const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

/** Throws if the garbage collector would delete the object at once: it looks for the owner in the object's namespace. */
export function refuseForeignOwner(owner: KubernetesObject, object: KubernetesObject): void {
  const { namespace } = owner.metadata ?? {}
  if (!namespace) return
  const own = object.metadata?.namespace
  if (!own) {
    throw new UsageError(
      `cluster-scoped resource must not have a namespace-scoped owner, owner's namespace ${namespace}`,
    )
  }
  if (own === namespace) return
  throw new UsageError(
    `cross-namespace owner references are disallowed, owner's namespace ${namespace}, obj's namespace ${own}`,
  )
}

/** Lists omit the kind; if there is one, a mistaken resource shows. */
export function refuseOtherKind(resource: ResourceDefinition, { kind }: KubernetesObject): void {
  if (!kind || kind === resource.kind || kind === 'PartialObjectMetadata') return
  throw new UsageError(`the owner is a ${kind}, but its resource says ${resource.kind}`)
}
