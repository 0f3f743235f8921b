import type { OwnerReference, Random } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { integer, NAME_ALPHABET, pick, text, uuid } from '../object/random.ts'
import type { Container, PodSpec } from '../object/resources.ts'
import { managedFieldsOf } from './managed-fields.ts'

/** What the Pods of one ReplicaSet share; frozen. */
export interface App {
  readonly name: string
  readonly namespace: string
  /** The pod-template hash of the ReplicaSet. */
  readonly hash: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerReferences: readonly OwnerReference[]
  /** The spec without the node name. */
  readonly spec: PodSpec
  readonly managedFields: readonly unknown[]
  /** The start of the series of name suffixes. */
  readonly firstSuffix: number
}

const TEAMS = ['checkout', 'search', 'identity', 'billing', 'catalog', 'media', 'delivery']
const STAGES = ['prod', 'staging', 'canary', 'batch', 'internal', 'edge', 'tools']
const ROLES = ['api', 'worker', 'gateway', 'frontend', 'indexer', 'scheduler', 'cache', 'relay']
const TIERS = ['frontend', 'backend', 'data']

/** 50 names: `default`, then combinations of teams and stages. */
export function namespaceNames(count: number): readonly string[] {
  const names = ['default']
  for (const team of TEAMS) for (const stage of STAGES) names.push(`${team}-${stage}`)
  for (let i = names.length; i < count; i++) names.push(`tenant-${i}`)
  return names.slice(0, count)
}

/** The name of a node by index: `ip-10-0-3-17`. */
export const nodeName = (index: number): string =>
  `ip-10-${20 + (index >> 12)}-${(index >> 4) & 255}-${16 + (index & 15) * 13}.eu-central-1.compute.internal`

/** The IP address in the node's name. */
export const nodeAddress = (index: number): string =>
  `10.${20 + (index >> 12)}.${(index >> 4) & 255}.${16 + (index & 15) * 13}`

/** The app with the given index; apps are distributed round-robin over the namespaces. */
export function createApp(random: Random, index: number, namespaces: readonly string[]): App {
  const namespace = namespaces[index % namespaces.length] ?? 'default'
  const serial = Math.floor(index / namespaces.length)
  // The step is odd, so that it reaches each of the eight roles: a namespace has no two apps with one name.
  const step = namespaces.length + 1 + (namespaces.length % 2)
  const role = ROLES[((index % namespaces.length) + serial * step) % ROLES.length] ?? 'api'
  const name = serial < ROLES.length ? role : `${role}-${serial}`
  return createRevision(random, { name, namespace, version: versionOf(random) })
}

/** A new ReplicaSet of an app, as a rollout creates it. */
function createRevision(
  random: Random,
  { name, namespace, version }: { name: string; namespace: string; version: string },
): App {
  const hash = text(random, 10, NAME_ALPHABET)
  const labels = {
    app: name,
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/version': version,
    'pod-template-hash': hash,
    tier: pick(random, TIERS),
  }
  const annotations = {
    'kubectl.kubernetes.io/restartedAt': '2025-12-18T09:41:07Z',
    'prometheus.io/port': '9090',
    'prometheus.io/scrape': 'true',
  }
  const owner: OwnerReference = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: `${name}-${hash}`,
    uid: uuid(random),
    controller: true,
    blockOwnerDeletion: true,
  }
  return deepFreeze({
    name,
    namespace,
    hash,
    labels,
    annotations,
    ownerReferences: [owner],
    spec: specOf(random, name, namespace, version),
    managedFields: managedFieldsOf(owner.uid),
    firstSuffix: integer(random, 10_000_000),
  })
}

/** `2.14.3` */
const versionOf = (random: Random): string =>
  `${1 + integer(random, 4)}.${integer(random, 30)}.${integer(random, 10)}`

function specOf(random: Random, name: string, namespace: string, version: string): PodSpec {
  const token = `kube-api-access-${text(random, 5, NAME_ALPHABET)}`
  return {
    volumes: [
      { name: 'config', configMap: { name: `${name}-config`, defaultMode: 420 } },
      tokenVolume(token),
    ],
    containers: [appContainer(random, name, namespace, version, token), proxyContainer(token)],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: name,
    serviceAccount: name,
    securityContext: { runAsNonRoot: true, fsGroup: 2000 },
    schedulerName: 'default-scheduler',
    tolerations: ['not-ready', 'unreachable'].map(condition => ({
      key: `node.kubernetes.io/${condition}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    })),
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  }
}

const tokenVolume = (name: string) => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 420,
  },
})

const tokenMount = (name: string) => ({
  name,
  readOnly: true,
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
})

const probe = (path: string, port: number) => ({
  httpGet: { path, port, scheme: 'HTTP' },
  initialDelaySeconds: 5,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
})

function appContainer(
  random: Random,
  name: string,
  namespace: string,
  version: string,
  token: string,
): Container {
  return {
    name: 'app',
    image: `registry.example.com/${namespace}/${name}:${version}`,
    args: ['--listen=:8080', '--metrics=:9090', `--log-level=${pick(random, ['info', 'warn', 'debug'])}`],
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: `${name}-db`, key: 'url' } } },
    ],
    resources: {
      limits: { cpu: '1', memory: '512Mi' },
      requests: { cpu: `${50 * (1 + integer(random, 10))}m`, memory: '128Mi' },
    },
    volumeMounts: [{ name: 'config', readOnly: true, mountPath: '/etc/app' }, tokenMount(token)],
    readinessProbe: probe('/readyz', 8080),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    securityContext: {
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    },
  }
}

const proxyContainer = (token: string): Container => ({
  name: 'proxy',
  image: 'registry.example.com/platform/proxy:1.31.2',
  args: ['--concurrency=2', '--drain-time=15s'],
  ports: [{ name: 'proxy', containerPort: 15001, protocol: 'TCP' }],
  resources: { limits: { cpu: '200m', memory: '128Mi' }, requests: { cpu: '20m', memory: '48Mi' } },
  volumeMounts: [tokenMount(token)],
  imagePullPolicy: 'IfNotPresent',
})
