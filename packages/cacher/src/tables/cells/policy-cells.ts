import type { KubernetesObject } from '@kube-informer/core'
import { humanDuration, objectAge } from '@kube-informer/core/columns'
import { type Cells, type CellsByKind, text } from './cells.ts'
import { at, conditionOf, numberAt, objectAt, objectsAt, textAt } from './read.ts'

const NONE = '<none>'
const UNSET = '<unset>'

const paramKind = (policy: KubernetesObject): string => {
  const kind = textAt(policy, 'spec.paramKind.kind')
  return kind ? `${textAt(policy, 'spec.paramKind.apiVersion')}/${kind}` : UNSET
}

/** Parameters given by a selector are shown as unset; a real server prints a Go struct. */
const paramRef = (binding: KubernetesObject): string => {
  const name = textAt(binding, 'spec.paramRef.name')
  if (!name) return UNSET
  const namespace = textAt(binding, 'spec.paramRef.namespace')
  return namespace ? `${namespace}/${name}` : name
}

const binding: Cells = { PolicyName: text('spec.policyName'), ParamRef: paramRef, Age: objectAge }

function claimState(claim: KubernetesObject): string {
  const isDeleted = textAt(claim, 'metadata.deletionTimestamp') !== ''
  const isAllocated = at(claim, 'status.allocation') !== undefined
  const states = [
    ...(isDeleted ? ['deleted'] : []),
    ...(isAllocated ? ['allocated'] : isDeleted ? [] : ['pending']),
    ...(objectsAt(claim, 'status.reservedFor').length > 0 ? ['reserved'] : []),
  ]
  return states.join(',')
}

/** The object that an IP address belongs to, `services/default/web`. */
function parentRef(address: KubernetesObject): string {
  const parent = objectAt(address, 'spec.parentRef')
  const group = textAt(parent, 'group')
  const resource = `${textAt(parent, 'resource')}${group && `.${group}`}`
  return [resource, textAt(parent, 'namespace'), textAt(parent, 'name')].filter(Boolean).join('/')
}

/** A queue setting of a priority level; `<none>` for levels without queues. */
const ofQueues = (member: string) => (level: KubernetesObject) => {
  const value = at(level, `spec.limited.limitResponse.queuing.${member}`)
  return typeof value === 'number' ? value : NONE
}

function requestState(request: KubernetesObject): string {
  const isTrue = (type: string) => conditionOf(request, type) !== undefined
  const states = [
    ...(isTrue('Denied') ? ['Denied'] : isTrue('Approved') ? ['Approved'] : ['Pending']),
    ...(isTrue('Failed') ? ['Failed'] : []),
    ...(textAt(request, 'status.certificate') ? ['Issued'] : []),
  ]
  return states.join(',')
}

/** Cells of policy kinds. */
export const POLICY_CELLS: CellsByKind = {
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    Validations: object => objectsAt(object, 'spec.validations').length,
    ParamKind: paramKind,
    Age: objectAge,
  },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': {
    Mutations: object => objectsAt(object, 'spec.mutations').length,
    ParamKind: paramKind,
    Age: objectAge,
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': binding,
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': binding,
  'networking.k8s.io/IPAddress': { ParentRef: parentRef },
  'resource.k8s.io/ResourceClaim': { State: claimState, Age: objectAge },
  'resource.k8s.io/ResourceSlice': {
    Node: text('spec.nodeName'),
    Driver: text('spec.driver'),
    Pool: text('spec.pool.name'),
    Age: objectAge,
  },
  'flowcontrol.apiserver.k8s.io/FlowSchema': {
    PriorityLevel: text('spec.priorityLevelConfiguration.name', NONE),
    MatchingPrecedence: object => numberAt(object, 'spec.matchingPrecedence'),
    DistinguisherMethod: text('spec.distinguisherMethod.type', NONE),
    Age: objectAge,
    MissingPL: object => textAt(conditionOf(object, 'Dangling'), 'status') || '?',
  },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    Type: text('spec.type'),
    NominalConcurrencyShares: object => {
      const shares = at(object, 'spec.limited.nominalConcurrencyShares')
      return typeof shares === 'number' ? shares : NONE
    },
    Queues: ofQueues('queues'),
    HandSize: ofQueues('handSize'),
    QueueLengthLimit: ofQueues('queueLengthLimit'),
    Age: objectAge,
  },
  'certificates.k8s.io/CertificateSigningRequest': {
    Age: objectAge,
    SignerName: text('spec.signerName', NONE),
    Requestor: text('spec.username'),
    RequestedDuration: object => {
      const seconds = at(object, 'spec.expirationSeconds')
      return typeof seconds === 'number' ? humanDuration(seconds * 1000) : NONE
    },
    Condition: requestState,
  },
  'certificates.k8s.io/ClusterTrustBundle': { SignerName: text('spec.signerName', NONE) },
  'storagemigration.k8s.io/StorageVersionMigration': {
    Resource: object => {
      const group = textAt(object, 'spec.resource.group')
      return `${textAt(object, 'spec.resource.resource')}${group && `.${group}`}`
    },
    Status: object =>
      ['Succeeded', 'Failed', 'Running'].find(type => conditionOf(object, type)?.status === 'True') ??
      'Unknown',
  },
}
