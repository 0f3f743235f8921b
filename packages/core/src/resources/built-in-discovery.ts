// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { Discovery } from '../discovery/discovery.ts'
import { expandTable, type GroupTable } from './table.ts'

const EVERYTHING: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

const TABLE: readonly GroupTable[] = [
  {
    name: '',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'bindings', kind: 'Binding', verbs: ['create'] },
          {
            plural: 'componentstatuses',
            kind: 'ComponentStatus',
            namespaced: false,
            verbs: ['get', 'list'],
            shortNames: ['cs'],
          },
          { plural: 'configmaps', kind: 'ConfigMap', verbs: EVERYTHING, shortNames: ['cm'] },
          { plural: 'endpoints', kind: 'Endpoints', verbs: EVERYTHING, shortNames: ['ep'] },
          { plural: 'events', kind: 'Event', verbs: EVERYTHING, shortNames: ['ev'] },
          { plural: 'limitranges', kind: 'LimitRange', verbs: EVERYTHING, shortNames: ['limits'] },
          {
            plural: 'namespaces',
            kind: 'Namespace',
            namespaced: false,
            verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
            shortNames: ['ns'],
            subresources: {
              finalize: ['Namespace', 'update'],
              status: ['Namespace', 'get', 'patch', 'update'],
            },
          },
          {
            plural: 'nodes',
            kind: 'Node',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['no'],
            subresources: {
              proxy: ['NodeProxyOptions', 'create', 'delete', 'get', 'patch', 'update'],
              status: ['Node', 'get', 'patch', 'update'],
            },
          },
          {
            plural: 'persistentvolumeclaims',
            kind: 'PersistentVolumeClaim',
            verbs: EVERYTHING,
            shortNames: ['pvc'],
            subresources: { status: ['PersistentVolumeClaim', 'get', 'patch', 'update'] },
          },
          {
            plural: 'persistentvolumes',
            kind: 'PersistentVolume',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['pv'],
            subresources: { status: ['PersistentVolume', 'get', 'patch', 'update'] },
          },
          {
            plural: 'pods',
            kind: 'Pod',
            verbs: EVERYTHING,
            shortNames: ['po'],
            categories: ['all'],
            subresources: {
              attach: ['PodAttachOptions', 'create', 'get'],
              binding: ['Binding', 'create'],
              ephemeralcontainers: ['Pod', 'get', 'patch', 'update'],
              eviction: ['Eviction', 'create'],
              exec: ['PodExecOptions', 'create', 'get'],
              log: ['Pod', 'get'],
              portforward: ['PodPortForwardOptions', 'create', 'get'],
              proxy: ['PodProxyOptions', 'create', 'delete', 'get', 'patch', 'update'],
              resize: ['Pod', 'get', 'patch', 'update'],
              status: ['Pod', 'get', 'patch', 'update'],
            },
          },
          { plural: 'podtemplates', kind: 'PodTemplate', verbs: EVERYTHING },
          {
            plural: 'replicationcontrollers',
            kind: 'ReplicationController',
            verbs: EVERYTHING,
            shortNames: ['rc'],
            categories: ['all'],
            subresources: {
              scale: ['Scale', 'get', 'patch', 'update'],
              status: ['ReplicationController', 'get', 'patch', 'update'],
            },
          },
          {
            plural: 'resourcequotas',
            kind: 'ResourceQuota',
            verbs: EVERYTHING,
            shortNames: ['quota'],
            subresources: { status: ['ResourceQuota', 'get', 'patch', 'update'] },
          },
          { plural: 'secrets', kind: 'Secret', verbs: EVERYTHING },
          {
            plural: 'serviceaccounts',
            kind: 'ServiceAccount',
            verbs: EVERYTHING,
            shortNames: ['sa'],
            subresources: { token: ['TokenRequest', 'create'] },
          },
          {
            plural: 'services',
            kind: 'Service',
            verbs: EVERYTHING,
            shortNames: ['svc'],
            categories: ['all'],
            subresources: {
              proxy: ['ServiceProxyOptions', 'create', 'delete', 'get', 'patch', 'update'],
              status: ['Service', 'get', 'patch', 'update'],
            },
          },
        ],
      },
    ],
  },
  {
    name: 'apiregistration.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'apiservices',
            kind: 'APIService',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
            subresources: { status: ['APIService', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'apps',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'controllerrevisions', kind: 'ControllerRevision', verbs: EVERYTHING },
          {
            plural: 'daemonsets',
            kind: 'DaemonSet',
            verbs: EVERYTHING,
            shortNames: ['ds'],
            categories: ['all'],
            subresources: { status: ['DaemonSet', 'get', 'patch', 'update'] },
          },
          {
            plural: 'deployments',
            kind: 'Deployment',
            verbs: EVERYTHING,
            shortNames: ['deploy'],
            categories: ['all'],
            subresources: {
              scale: ['Scale', 'get', 'patch', 'update'],
              status: ['Deployment', 'get', 'patch', 'update'],
            },
          },
          {
            plural: 'replicasets',
            kind: 'ReplicaSet',
            verbs: EVERYTHING,
            shortNames: ['rs'],
            categories: ['all'],
            subresources: {
              scale: ['Scale', 'get', 'patch', 'update'],
              status: ['ReplicaSet', 'get', 'patch', 'update'],
            },
          },
          {
            plural: 'statefulsets',
            kind: 'StatefulSet',
            verbs: EVERYTHING,
            shortNames: ['sts'],
            categories: ['all'],
            subresources: {
              scale: ['Scale', 'get', 'patch', 'update'],
              status: ['StatefulSet', 'get', 'patch', 'update'],
            },
          },
        ],
      },
    ],
  },
  {
    name: 'events.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [{ plural: 'events', kind: 'Event', verbs: EVERYTHING, shortNames: ['ev'] }],
      },
    ],
  },
  {
    name: 'authentication.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'selfsubjectreviews', kind: 'SelfSubjectReview', namespaced: false, verbs: ['create'] },
          { plural: 'tokenreviews', kind: 'TokenReview', namespaced: false, verbs: ['create'] },
        ],
      },
    ],
  },
  {
    name: 'authorization.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'localsubjectaccessreviews', kind: 'LocalSubjectAccessReview', verbs: ['create'] },
          {
            plural: 'selfsubjectaccessreviews',
            kind: 'SelfSubjectAccessReview',
            namespaced: false,
            verbs: ['create'],
          },
          {
            plural: 'selfsubjectrulesreviews',
            kind: 'SelfSubjectRulesReview',
            namespaced: false,
            verbs: ['create'],
          },
          {
            plural: 'subjectaccessreviews',
            kind: 'SubjectAccessReview',
            namespaced: false,
            verbs: ['create'],
          },
        ],
      },
    ],
  },
  {
    name: 'autoscaling',
    versions: [
      {
        version: 'v2',
        resources: [
          {
            plural: 'horizontalpodautoscalers',
            kind: 'HorizontalPodAutoscaler',
            verbs: EVERYTHING,
            shortNames: ['hpa'],
            categories: ['all'],
            subresources: { status: ['HorizontalPodAutoscaler', 'get', 'patch', 'update'] },
          },
        ],
      },
      {
        version: 'v1',
        resources: [
          {
            plural: 'horizontalpodautoscalers',
            kind: 'HorizontalPodAutoscaler',
            verbs: EVERYTHING,
            shortNames: ['hpa'],
            categories: ['all'],
            subresources: { status: ['HorizontalPodAutoscaler', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'batch',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'cronjobs',
            kind: 'CronJob',
            verbs: EVERYTHING,
            shortNames: ['cj'],
            categories: ['all'],
            subresources: { status: ['CronJob', 'get', 'patch', 'update'] },
          },
          {
            plural: 'jobs',
            kind: 'Job',
            verbs: EVERYTHING,
            categories: ['all'],
            subresources: { status: ['Job', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'certificates.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'certificatesigningrequests',
            kind: 'CertificateSigningRequest',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['csr'],
            subresources: {
              approval: ['CertificateSigningRequest', 'get', 'patch', 'update'],
              status: ['CertificateSigningRequest', 'get', 'patch', 'update'],
            },
          },
          { plural: 'clustertrustbundles', kind: 'ClusterTrustBundle', namespaced: false, verbs: EVERYTHING },
          {
            plural: 'podcertificaterequests',
            kind: 'PodCertificateRequest',
            verbs: EVERYTHING,
            subresources: { status: ['PodCertificateRequest', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'networking.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'ingressclasses', kind: 'IngressClass', namespaced: false, verbs: EVERYTHING },
          {
            plural: 'ingresses',
            kind: 'Ingress',
            verbs: EVERYTHING,
            shortNames: ['ing'],
            subresources: { status: ['Ingress', 'get', 'patch', 'update'] },
          },
          {
            plural: 'ipaddresses',
            kind: 'IPAddress',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['ip'],
          },
          { plural: 'networkpolicies', kind: 'NetworkPolicy', verbs: EVERYTHING, shortNames: ['netpol'] },
          {
            plural: 'servicecidrs',
            kind: 'ServiceCIDR',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['ServiceCIDR', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'policy',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'poddisruptionbudgets',
            kind: 'PodDisruptionBudget',
            verbs: EVERYTHING,
            shortNames: ['pdb'],
            subresources: { status: ['PodDisruptionBudget', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'rbac.authorization.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false, verbs: EVERYTHING },
          { plural: 'clusterroles', kind: 'ClusterRole', namespaced: false, verbs: EVERYTHING },
          { plural: 'rolebindings', kind: 'RoleBinding', verbs: EVERYTHING },
          { plural: 'roles', kind: 'Role', verbs: EVERYTHING },
        ],
      },
    ],
  },
  {
    name: 'storage.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'csidrivers', kind: 'CSIDriver', namespaced: false, verbs: EVERYTHING },
          {
            plural: 'csinodes',
            kind: 'CSINode',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['CSINode', 'get', 'patch', 'update'] },
          },
          { plural: 'csistoragecapacities', kind: 'CSIStorageCapacity', verbs: EVERYTHING },
          {
            plural: 'storageclasses',
            kind: 'StorageClass',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['sc'],
          },
          {
            plural: 'volumeattachments',
            kind: 'VolumeAttachment',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['VolumeAttachment', 'get', 'patch', 'update'] },
          },
          {
            plural: 'volumeattributesclasses',
            kind: 'VolumeAttributesClass',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['vac'],
          },
        ],
      },
    ],
  },
  {
    name: 'admissionregistration.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'mutatingadmissionpolicies',
            kind: 'MutatingAdmissionPolicy',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
          },
          {
            plural: 'mutatingadmissionpolicybindings',
            kind: 'MutatingAdmissionPolicyBinding',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
          },
          {
            plural: 'mutatingwebhookconfigurations',
            kind: 'MutatingWebhookConfiguration',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
          },
          {
            plural: 'validatingadmissionpolicies',
            kind: 'ValidatingAdmissionPolicy',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
            subresources: { status: ['ValidatingAdmissionPolicy', 'get', 'patch', 'update'] },
          },
          {
            plural: 'validatingadmissionpolicybindings',
            kind: 'ValidatingAdmissionPolicyBinding',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
          },
          {
            plural: 'validatingwebhookconfigurations',
            kind: 'ValidatingWebhookConfiguration',
            namespaced: false,
            verbs: EVERYTHING,
            categories: ['api-extensions'],
          },
        ],
      },
    ],
  },
  {
    name: 'apiextensions.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'customresourcedefinitions',
            kind: 'CustomResourceDefinition',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['crd', 'crds'],
            categories: ['api-extensions'],
            subresources: { status: ['CustomResourceDefinition', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'scheduling.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'priorityclasses',
            kind: 'PriorityClass',
            namespaced: false,
            verbs: EVERYTHING,
            shortNames: ['pc'],
          },
        ],
      },
    ],
  },
  {
    name: 'coordination.k8s.io',
    versions: [{ version: 'v1', resources: [{ plural: 'leases', kind: 'Lease', verbs: EVERYTHING }] }],
  },
  {
    name: 'node.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [{ plural: 'runtimeclasses', kind: 'RuntimeClass', namespaced: false, verbs: EVERYTHING }],
      },
    ],
  },
  {
    name: 'discovery.k8s.io',
    versions: [
      { version: 'v1', resources: [{ plural: 'endpointslices', kind: 'EndpointSlice', verbs: EVERYTHING }] },
    ],
  },
  {
    name: 'resource.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { plural: 'deviceclasses', kind: 'DeviceClass', namespaced: false, verbs: EVERYTHING },
          {
            plural: 'devicetaintrules',
            kind: 'DeviceTaintRule',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['DeviceTaintRule', 'get', 'patch', 'update'] },
          },
          {
            plural: 'resourceclaims',
            kind: 'ResourceClaim',
            verbs: EVERYTHING,
            subresources: { status: ['ResourceClaim', 'get', 'patch', 'update'] },
          },
          { plural: 'resourceclaimtemplates', kind: 'ResourceClaimTemplate', verbs: EVERYTHING },
          { plural: 'resourceslices', kind: 'ResourceSlice', namespaced: false, verbs: EVERYTHING },
        ],
      },
    ],
  },
  {
    name: 'flowcontrol.apiserver.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'flowschemas',
            kind: 'FlowSchema',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['FlowSchema', 'get', 'patch', 'update'] },
          },
          {
            plural: 'prioritylevelconfigurations',
            kind: 'PriorityLevelConfiguration',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['PriorityLevelConfiguration', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
  {
    name: 'storagemigration.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            plural: 'storageversionmigrations',
            kind: 'StorageVersionMigration',
            namespaced: false,
            verbs: EVERYTHING,
            subresources: { status: ['StorageVersionMigration', 'get', 'patch', 'update'] },
          },
        ],
      },
    ],
  },
]

/**
 * The resources of a kube-apiserver without extensions, for lookups without discovery.
 *
 * @example createRESTMapper(builtInDiscovery).mappingFor('deploy')
 */
export const builtInDiscovery: Discovery = /* @__PURE__ */ expandTable(TABLE)
