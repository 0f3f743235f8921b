import type { KubernetesObject, OwnerReference } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { integer, seededRandomAt } from '../object/random.ts'
import type { Pod, PodSpec } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { nodeName } from '../pods/apps.ts'
import { runningStatus } from '../pods/create-pod.ts'
import { uidAt } from './lazy.ts'

export interface StatefulOptions {
  readonly seed: number
  readonly namespaces: readonly string[]
  readonly nodes: number
  readonly newest: number
}

const REPLICAS = 2
const DAY_MS = 24 * 3_600_000

/** A database in some namespaces: a StatefulSet with its Pods and volume claims, and a CronJob that saves it. */
export const statefulObjects = (options: StatefulOptions): readonly KubernetesObject[] =>
  options.namespaces
    .filter((_, index) => index % 8 === 1)
    .flatMap((namespace, index) => database(options, namespace, index))

function database(options: StatefulOptions, namespace: string, index: number): readonly KubernetesObject[] {
  const { seed, newest } = options
  const creationTimestamp = timestamp(newest - 60 * DAY_MS)
  const labels = { app: 'postgres', 'app.kubernetes.io/name': 'postgres' }
  const uid = uidAt(seed, 'Other', 3000 + index * 10)
  const owner: OwnerReference = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    name: 'postgres',
    uid,
    controller: true,
    blockOwnerDeletion: true,
  }
  const names = Array.from({ length: REPLICAS }, (_, ordinal) => `postgres-${ordinal}`)
  const meta = (name: string, offset: number) => ({
    name,
    namespace,
    uid: uidAt(seed, 'Other', 3000 + index * 10 + offset),
    creationTimestamp,
    labels,
  })
  const template = { metadata: { labels }, spec: SPEC }
  return [
    plain(
      'apps/v1',
      'StatefulSet',
      { ...meta('postgres', 0), generation: 1 },
      {
        spec: {
          replicas: REPLICAS,
          serviceName: 'postgres',
          selector: { matchLabels: { app: 'postgres' } },
          template,
          podManagementPolicy: 'OrderedReady',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
          revisionHistoryLimit: 10,
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: CLAIM }],
        },
        status: {
          observedGeneration: 1,
          replicas: REPLICAS,
          readyReplicas: REPLICAS,
          currentReplicas: REPLICAS,
          updatedReplicas: REPLICAS,
          availableReplicas: REPLICAS,
          currentRevision: 'postgres-6b8f4c9d7',
          updateRevision: 'postgres-6b8f4c9d7',
          collisionCount: 0,
        },
      },
    ),
    plain('v1', 'Service', meta('postgres', 1), {
      spec: {
        clusterIP: 'None',
        clusterIPs: ['None'],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ports: [{ name: 'sql', protocol: 'TCP', port: 5432, targetPort: 'sql' }],
        selector: { app: 'postgres' },
      },
      status: { loadBalancer: {} },
    }),
    plain(
      'batch/v1',
      'CronJob',
      { ...meta('postgres-backup', 2), generation: 1 },
      {
        spec: {
          schedule: '30 2 * * *',
          concurrencyPolicy: 'Forbid',
          suspend: true,
          successfulJobsHistoryLimit: 3,
          failedJobsHistoryLimit: 1,
          jobTemplate: { spec: { template: { spec: { ...SPEC, restartPolicy: 'Never' } } } },
        },
        status: { lastScheduleTime: timestamp(newest - DAY_MS) },
      },
    ),
    ...names.flatMap((name, ordinal) => [
      replica(options, { ...meta(name, 3 + ordinal), ownerReferences: [owner] }, index * REPLICAS + ordinal),
      plain('v1', 'PersistentVolumeClaim', meta(`data-${name}`, 6 + ordinal), {
        spec: { ...CLAIM, volumeName: `pvc-${uidAt(seed, 'Other', 3000 + index * 10 + 6 + ordinal)}` },
        status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '20Gi' } },
      }),
    ]),
  ]
}

function replica(
  { seed, nodes, newest }: StatefulOptions,
  metadata: Pod['metadata'],
  serial: number,
): KubernetesObject {
  const random = seededRandomAt(seed, 2 ** 18 + serial * 64)
  const node = integer(random, nodes)
  const labels = { ...metadata.labels, 'statefulset.kubernetes.io/pod-name': metadata.name }
  const status = runningStatus(random, { spec: SPEC }, node, newest - 20 * DAY_MS)
  return plain(
    'v1',
    'Pod',
    { ...metadata, labels, creationTimestamp: timestamp(newest - 20 * DAY_MS) },
    {
      spec: { ...SPEC, nodeName: nodeName(node), schedulerName: 'default-scheduler' },
      status,
    },
  )
}

const plain = (apiVersion: string, kind: string, metadata: object, rest: object): KubernetesObject =>
  deepFreeze({ apiVersion, kind, metadata, ...rest })

const CLAIM = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '20Gi' } },
  storageClassName: 'gp3',
  volumeMode: 'Filesystem',
} as const

const SPEC: PodSpec = {
  containers: [
    {
      name: 'postgres',
      image: 'registry.example.com/platform/postgres:17.2',
      ports: [{ name: 'sql', containerPort: 5432, protocol: 'TCP' }],
      resources: { limits: { memory: '2Gi' }, requests: { cpu: '500m', memory: '1Gi' } },
      volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: 'IfNotPresent',
    },
  ],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
}
