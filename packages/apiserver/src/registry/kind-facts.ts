import { groupResource, type ResourceDefinition } from '@kube-informer/core'
import { isBuiltIn } from '../kinds/is-built-in.ts'
import type { Kind } from '../kinds/kind.ts'

/** Sets of built-in resources (`plural.group`) with special behavior. */
const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** PUT creates a missing object. */
export const CREATES_ON_UPDATE: ReadonlySet<string> = names(`
  services endpoints events limitranges events.events.k8s.io leases.coordination.k8s.io
  leasecandidates.coordination.k8s.io runtimeclasses.node.k8s.io roles.rbac.authorization.k8s.io
  rolebindings.rbac.authorization.k8s.io clusterroles.rbac.authorization.k8s.io
  clusterrolebindings.rbac.authorization.k8s.io`)

/** PUT must specify a resourceVersion. */
export const REQUIRES_REVISION: ReadonlySet<string> = names(`
  leases.coordination.k8s.io leasecandidates.coordination.k8s.io runtimeclasses.node.k8s.io
  poddisruptionbudgets.policy csidrivers.storage.k8s.io csinodes.storage.k8s.io
  csistoragecapacities.storage.k8s.io volumeattachments.storage.k8s.io
  mutatingwebhookconfigurations.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io
  validatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io
  mutatingadmissionpolicybindings.admissionregistration.k8s.io
  customresourcedefinitions.apiextensions.k8s.io apiservices.apiregistration.k8s.io`)

/** The server counts `metadata.generation`. */
export const COUNTS_GENERATION: ReadonlySet<string> = names(`
  pods podtemplates replicationcontrollers deployments.apps replicasets.apps statefulsets.apps
  daemonsets.apps jobs.batch cronjobs.batch ingresses.networking.k8s.io networkpolicies.networking.k8s.io
  ingressclasses.networking.k8s.io poddisruptionbudgets.policy horizontalpodautoscalers.autoscaling
  endpointslices.discovery.k8s.io priorityclasses.scheduling.k8s.io flowschemas.flowcontrol.apiserver.k8s.io
  prioritylevelconfigurations.flowcontrol.apiserver.k8s.io resourceslices.resource.k8s.io
  deviceclasses.resource.k8s.io mutatingwebhookconfigurations.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io
  validatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io
  mutatingadmissionpolicybindings.admissionregistration.k8s.io
  customresourcedefinitions.apiextensions.k8s.io`)

/** DELETE returns the object instead of a Status. */
export const RETURNS_DELETED: ReadonlySet<string> = names(`
  pods services namespaces serviceaccounts resourcequotas podtemplates persistentvolumes
  persistentvolumeclaims storageclasses.storage.k8s.io csidrivers.storage.k8s.io csinodes.storage.k8s.io
  volumeattachments.storage.k8s.io volumeattributesclasses.storage.k8s.io resourceclaims.resource.k8s.io
  resourceclaimtemplates.resource.k8s.io resourceslices.resource.k8s.io deviceclasses.resource.k8s.io`)

/** DELETE without a propagation policy orphans dependents. */
export const ORPHANS_BY_DEFAULT: ReadonlySet<string> = names('jobs.batch replicationcontrollers')

/** Names are DNS labels. */
export const NAMED_BY_LABEL: ReadonlySet<string> = names('namespaces services')

/** Names are any path segment. */
export const NAMED_BY_PATH_SEGMENT: ReadonlySet<string> = names(`
  roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io
  clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io`)

/** Names are not validated. */
export const NAMED_BY_ANYTHING: ReadonlySet<string> = names('poddisruptionbudgets.policy')

/** A write of the status does not change metadata. */
export const STATUS_KEEPS_METADATA: ReadonlySet<string> = names(`
  ingresses.networking.k8s.io jobs.batch cronjobs.batch customresourcedefinitions.apiextensions.k8s.io
  flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io`)

/** Whether `metadata.generation` is counted: for these and for all custom resources. */
export const hasGeneration = (resource: ResourceDefinition): boolean =>
  !isBuiltIn(resource) || COUNTS_GENERATION.has(groupResource(resource))

/** Groups whose kinds accept any finalizer. */
const ANY_FINALIZER = names(`
  policy coordination.k8s.io node.k8s.io admissionregistration.k8s.io apiextensions.k8s.io
  apiregistration.k8s.io`)

/** Whether a kind rejects finalizers without a domain, except those of Kubernetes. */
export const knowsFinalizers = ({ isBuiltIn: isOwn, resource }: Kind): boolean =>
  isOwn && !ANY_FINALIZER.has(resource.group)
