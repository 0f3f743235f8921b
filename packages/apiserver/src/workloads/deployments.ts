import type { LazyObject } from '@kube-informer/cacher'
import { fieldsOf, itemsOf } from '../object/any-object.ts'
import type { Container } from '../object/resources.ts'
import type { App } from '../pods/apps.ts'
import { deploymentOwner, type GeneratedApp, labelsOf, placeOf } from './generated-app.ts'
import { lazyObject, type Plain, uidAt } from './lazy.ts'

const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' } as const
const REPLICA_SET = { apiVersion: 'apps/v1', kind: 'ReplicaSet' } as const
const REVISION = 'deployment.kubernetes.io/revision'

/** The Deployment and the ReplicaSets of an app. All Pods are there and ready: a controller finds nothing to do. */
export const deploymentObjects = (generated: GeneratedApp): readonly LazyObject[] => [
  lazyObject(DEPLOYMENT, placeOf(generated), () => deployment(generated)),
  currentReplicaSet(generated),
  ...(generated.revision > 1 ? [oldReplicaSet(generated)] : []),
]

function deployment(generated: GeneratedApp): Plain {
  const { app, replicas, createdAt, revision, seed, index } = generated
  return {
    metadata: {
      uid: uidAt(seed, 'Deployment', index),
      generation: revision,
      creationTimestamp: createdAt,
      labels: labelsOf(generated),
      annotations: { [REVISION]: String(revision) },
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: app.name } },
      template: templateOf(app, labelsOf(generated)),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {
      observedGeneration: revision,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        condition(createdAt, 'Available', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'),
        condition(
          createdAt,
          'Progressing',
          'NewReplicaSetAvailable',
          `ReplicaSet "${app.name}-${app.hash}" has successfully progressed.`,
        ),
      ],
    },
  }
}

const condition = (time: string, type: string, reason: string, message: string) => ({
  type,
  status: 'True',
  lastUpdateTime: time,
  lastTransitionTime: time,
  reason,
  message,
})

function currentReplicaSet(generated: GeneratedApp): LazyObject {
  const { app, replicas } = generated
  const [owner] = app.ownerReferences
  return replicaSet(generated, {
    hash: app.hash,
    uid: owner?.uid ?? '',
    replicas,
    revision: generated.revision,
    version: app.labels['app.kubernetes.io/version'] ?? '',
  })
}

/** The ReplicaSet of the revision before, without Pods. */
const oldReplicaSet = (generated: GeneratedApp): LazyObject =>
  replicaSet(generated, {
    hash: [...generated.app.hash].reverse().join(''),
    uid: uidAt(generated.seed, 'OldReplicaSet', generated.index),
    replicas: 0,
    revision: generated.revision - 1,
    version: '0.9.0',
  })

interface Revision {
  readonly hash: string
  readonly uid: string
  readonly replicas: number
  readonly revision: number
  readonly version: string
}

function replicaSet(
  generated: GeneratedApp,
  { hash, uid, replicas, revision, version }: Revision,
): LazyObject {
  const { app, createdAt } = generated
  const labels = { ...labelsOf(generated), 'app.kubernetes.io/version': version, 'pod-template-hash': hash }
  const counts =
    replicas > 0
      ? { fullyLabeledReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas }
      : {}
  const metadata = {
    name: `${app.name}-${hash}`,
    namespace: app.namespace,
    ownerReferences: [deploymentOwner(generated)],
  }
  return lazyObject(REPLICA_SET, metadata, () => ({
    metadata: {
      uid,
      generation: 1,
      creationTimestamp: createdAt,
      labels,
      annotations: {
        'deployment.kubernetes.io/desired-replicas': String(generated.replicas),
        'deployment.kubernetes.io/max-replicas': String(Math.ceil(generated.replicas * 1.25)),
        [REVISION]: String(revision),
      },
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: app.name, 'pod-template-hash': hash } },
      template: templateOf(app, labels),
    },
    status: { observedGeneration: 1, replicas, ...counts },
  }))
}

/** What the server and the scheduler add to a Pod is not part of its template. */
function templateOf({ annotations, spec, name }: App, labels: Readonly<Record<string, string>>) {
  const {
    containers,
    volumes,
    tolerations: _,
    priority: _priority,
    enableServiceLinks: _links,
    preemptionPolicy: _policy,
    ...rest
  } = spec
  return {
    metadata: { labels, annotations },
    spec: {
      volumes: itemsOf(volumes).slice(0, 1),
      containers: containers.map(containerOf),
      ...rest,
      serviceAccountName: name,
    },
  }
}

/** A container with its defaults, without the volume of the service account's token. */
function containerOf({ volumeMounts, ...container }: Container): Container {
  const mounts = itemsOf(volumeMounts).filter(mount => fieldsOf(mount).name === 'config')
  return {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
    ...(mounts.length > 0 ? { volumeMounts: mounts } : {}),
  }
}
