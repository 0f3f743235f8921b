import { groupResource, type ResourceDefinition } from '@kube-informer/core'

/**
 * The fields that field selectors of built-in kinds support besides name and namespace, as observed on a real server;
 * no API lists them. Other kinds support name and namespace only.
 */
const FIELD_LABELS: Readonly<Record<string, readonly string[]>> = {
  pods: [
    'spec.nodeName',
    'spec.host',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  nodes: ['spec.unschedulable'],
  namespaces: ['status.phase'],
  secrets: ['type'],
  services: ['spec.clusterIP', 'spec.type'],
  replicationcontrollers: ['status.replicas'],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'events.events.k8s.io': [
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reason',
    'reportingController',
    'type',
  ],
  'jobs.batch': ['status.successful'],
  'certificatesigningrequests.certificates.k8s.io': ['spec.signerName'],
  'clustertrustbundles.certificates.k8s.io': ['spec.signerName'],
  'podcertificaterequests.certificates.k8s.io': ['spec.nodeName', 'spec.podName', 'spec.signerName'],
  'resourceslices.resource.k8s.io': ['spec.driver', 'spec.nodeName', 'spec.pool.name'],
}

/** The fields that a field selector of a built-in resource supports besides name and namespace. */
export const fieldLabelsOf = (resource: ResourceDefinition): readonly string[] =>
  FIELD_LABELS[groupResource(resource)] ?? []
