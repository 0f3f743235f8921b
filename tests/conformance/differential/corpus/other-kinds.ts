import type { Subject } from '../generate/subject.ts'
import type { JsonObject } from '../json.ts'

/** Kinds of which only metadata and schema validation are compared. */
function shallow(
  [group, version, plural, kind]: readonly [string, string, string, string],
  manifests: readonly JsonObject[],
  badFields: Subject['badFields'] = [],
  namespaced = true,
): Subject {
  const depth = 'metadata'
  return { group, version, plural, kind, namespaced, depth, manifests, fields: [], badFields }
}

const bogus = { path: ['spec', 'bogus'], values: [1] }
const badSpec = { path: ['spec'], values: ['x', []] }
const podTemplate: JsonObject = {
  metadata: { labels: { app: 'x' } },
  spec: { containers: [{ name: 'c', image: 'c:1' }] },
}
const jobTemplate: JsonObject = { spec: { ...(podTemplate.spec as JsonObject), restartPolicy: 'Never' } }
const matchLabels: JsonObject = { matchLabels: { app: 'x' } }

export const otherKinds: readonly Subject[] = [
  shallow(
    ['apps', 'v1', 'statefulsets', 'StatefulSet'],
    [{ spec: { serviceName: 's', selector: matchLabels, template: podTemplate } }],
    [bogus, badSpec, { path: ['spec', 'replicas'], values: ['x'] }],
  ),
  shallow(
    ['apps', 'v1', 'daemonsets', 'DaemonSet'],
    [{ spec: { selector: matchLabels, template: podTemplate } }],
    [bogus, badSpec],
  ),
  shallow(
    ['apps', 'v1', 'replicasets', 'ReplicaSet'],
    [{ spec: { selector: matchLabels, template: podTemplate } }],
    [bogus, badSpec],
  ),
  shallow(
    ['batch', 'v1', 'cronjobs', 'CronJob'],
    [{ spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: jobTemplate } } } }],
    [bogus, { path: ['spec', 'suspend'], values: ['yes'] }],
  ),
  shallow(
    ['networking.k8s.io', 'v1', 'ingresses', 'Ingress'],
    [
      {
        spec: {
          rules: [
            {
              host: 'a.example.com',
              http: {
                paths: [
                  {
                    path: '/',
                    pathType: 'Prefix',
                    backend: { service: { name: 's', port: { number: 80 } } },
                  },
                ],
              },
            },
          ],
        },
      },
    ],
    [bogus, { path: ['spec', 'rules'], values: ['x', [7]] }],
  ),
  shallow(
    ['networking.k8s.io', 'v1', 'networkpolicies', 'NetworkPolicy'],
    [{ spec: { podSelector: {} } }],
    [bogus],
  ),
  shallow(
    ['policy', 'v1', 'poddisruptionbudgets', 'PodDisruptionBudget'],
    [{ spec: { minAvailable: 1, selector: matchLabels } }],
    [bogus],
  ),
  shallow(
    ['rbac.authorization.k8s.io', 'v1', 'roles', 'Role'],
    [{ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, {}],
    [
      { path: ['rules'], values: ['x', [7]] },
      { path: ['rules', 0, 'bogus'], values: [1] },
    ],
  ),
  shallow(
    ['rbac.authorization.k8s.io', 'v1', 'clusterroles', 'ClusterRole'],
    [{ rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] }],
    [{ path: ['rules'], values: ['x'] }],
    false,
  ),
  shallow(
    ['', 'v1', 'resourcequotas', 'ResourceQuota'],
    [{ spec: { hard: { 'count/widgets.example.com': '10' } } }],
    [bogus],
  ),
  shallow(['', 'v1', 'limitranges', 'LimitRange'], [{ spec: { limits: [] } }], [bogus]),
  shallow(
    ['', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim'],
    [
      {
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
          storageClassName: 'slow',
        },
      },
    ],
    [bogus],
  ),
  shallow(
    ['', 'v1', 'endpoints', 'Endpoints'],
    [{ subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }] }],
    [{ path: ['subsets'], values: ['x'] }],
  ),
  shallow(
    ['discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice'],
    [{ addressType: 'IPv4', endpoints: [{ addresses: ['10.1.1.1'] }], ports: [{ port: 80 }] }],
    [{ path: ['endpoints'], values: ['x'] }],
  ),
  shallow(
    ['storage.k8s.io', 'v1', 'storageclasses', 'StorageClass'],
    [{ provisioner: 'example.com/disk' }],
    [{ path: ['parameters'], values: ['x'] }],
    false,
  ),
  shallow(
    ['scheduling.k8s.io', 'v1', 'priorityclasses', 'PriorityClass'],
    [{ value: 1000, description: 'high' }],
    [{ path: ['value'], values: ['x'] }],
    false,
  ),
  shallow(
    ['', 'v1', 'persistentvolumes', 'PersistentVolume'],
    [
      {
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp/x' } },
      },
    ],
    [bogus],
    false,
  ),
  shallow(
    ['autoscaling', 'v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'],
    [{ spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 } }],
    [bogus, { path: ['spec', 'maxReplicas'], values: ['x'] }],
  ),
]
