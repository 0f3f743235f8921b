import { byPath, type IndexFunction, markThroughAccess } from './index-function.ts'
import { at, listOf, memberOf, textOf } from './untyped-members.ts'

const OWNERS = ['metadata', 'ownerReferences']

/**
 * Indexes by the uid of each owner (`metadata.ownerReferences`): finds the Pods of a ReplicaSet. Rows are not decoded for
 * it.
 *
 * @example
 * informer.addIndexers({ owner: ownerIndex })
 * informer.indexer.byIndex('owner', replicaSet.metadata.uid)
 */
export const ownerIndex: IndexFunction<unknown> = /* @__PURE__ */ markThroughAccess((object, access) =>
  listOf(access.readPath(object, OWNERS)).flatMap(owner => textOf(memberOf(owner, 'uid'))),
)

/** Indexes Pods by the name of their node (`spec.nodeName`). Rows are not decoded for it. */
export const nodeIndex: IndexFunction<unknown> = /* @__PURE__ */ byPath('spec.nodeName')

/**
 * Indexes Pods, and objects with a template of Pods, by the ConfigMaps and Secrets that they name: in volumes, environment
 * variables and `imagePullSecrets`. A value is `ConfigMap/namespace/name` or `Secret/namespace/name`: the kind and the
 * object's key. Only the spec of a row is decoded for it.
 *
 * @example
 * informer.addIndexers({ config: configIndex })
 * informer.indexer.byIndex('config', 'Secret/default/database')
 */
export const configIndex: IndexFunction<unknown> = /* @__PURE__ */ markThroughAccess((object, access) => {
  const spec = podSpecOf(access.readPath(object, ['spec']) ?? access.readPath(object, ['template', 'spec']))
  const namespace = access.namespace(object)
  return distinct([
    ...configMapsOf(spec).map(name => `ConfigMap/${namespace}/${name}`),
    ...secretsOf(spec).map(name => `Secret/${namespace}/${name}`),
  ])
})

/** The spec of a Pod itself, of a template, or of a CronJob's template of Jobs. */
function podSpecOf(spec: unknown): unknown {
  const ofJob = at(spec, 'jobTemplate', 'spec')
  return at(ofJob ?? spec, 'template', 'spec') ?? spec
}

const configMapsOf = (spec: unknown): string[] => [
  ...volumesOf(spec).flatMap(volume => textOf(at(volume, 'configMap', 'name'))),
  ...projectionsOf(spec).flatMap(source => textOf(at(source, 'configMap', 'name'))),
  ...variablesOf(spec).flatMap(variable => textOf(at(variable, 'valueFrom', 'configMapKeyRef', 'name'))),
  ...variableSourcesOf(spec).flatMap(source => textOf(at(source, 'configMapRef', 'name'))),
]

/** As Kubernetes' own `VisitPodSecretNames`, which the kubelet and the node authorizer use. */
const secretsOf = (spec: unknown): string[] => [
  ...listOf(memberOf(spec, 'imagePullSecrets')).flatMap(secret => textOf(memberOf(secret, 'name'))),
  ...volumesOf(spec).flatMap(volume => Object.values(Object(volume)).flatMap(secretsOfVolumeSource)),
  ...projectionsOf(spec).flatMap(source => textOf(at(source, 'secret', 'name'))),
  ...variablesOf(spec).flatMap(variable => textOf(at(variable, 'valueFrom', 'secretKeyRef', 'name'))),
  ...variableSourcesOf(spec).flatMap(source => textOf(at(source, 'secretRef', 'name'))),
]

/** A `secret` or `azureFile` volume has a name; those of CSI, Ceph and others have a reference. */
const secretsOfVolumeSource = (source: unknown): string[] => [
  ...textOf(memberOf(source, 'secretName')),
  ...textOf(at(source, 'secretRef', 'name')),
  ...textOf(at(source, 'nodePublishSecretRef', 'name')),
]

const volumesOf = (spec: unknown): readonly unknown[] => listOf(memberOf(spec, 'volumes'))
const projectionsOf = (spec: unknown): readonly unknown[] =>
  volumesOf(spec).flatMap(volume => listOf(at(volume, 'projected', 'sources')))
const containersOf = (spec: unknown): readonly unknown[] =>
  ['containers', 'initContainers', 'ephemeralContainers'].flatMap(name => listOf(memberOf(spec, name)))
const variablesOf = (spec: unknown): readonly unknown[] =>
  containersOf(spec).flatMap(container => listOf(memberOf(container, 'env')))
const variableSourcesOf = (spec: unknown): readonly unknown[] =>
  containersOf(spec).flatMap(container => listOf(memberOf(container, 'envFrom')))

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]
