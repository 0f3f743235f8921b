import type { Random } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { hex, integer, uuid } from '../object/random.ts'
import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { type App, nodeAddress, nodeName } from './apps.ts'

/** The properties in which a Pod differs from its siblings. */
export interface PodTraits {
  /** The suffix of its name. */
  readonly suffix: string
  /** The index of its node. */
  readonly node: number
  /** In ms since the Unix epoch. */
  readonly createdAt: number
}

/** The name of a Pod of an app. */
export const podName = ({ name, hash }: App, suffix: string): string => `${name}-${hash}-${suffix}`

/** A running Pod of an app. Frozen; shared parts are not copied. */
export function createPod(random: Random, app: App, { suffix, node, createdAt }: PodTraits): Pod {
  const { namespace, labels, annotations, ownerReferences, spec, managedFields } = app
  const created = timestamp(createdAt)
  return deepFreeze({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: podName(app, suffix),
      generateName: podName(app, ''),
      namespace,
      uid: uuid(random),
      generation: 1,
      creationTimestamp: created,
      labels,
      annotations,
      ownerReferences,
      managedFields,
    },
    spec: { ...spec, nodeName: nodeName(node) },
    status: runningStatus(random, app, node, createdAt),
  })
}

/** The status of a running Pod; a few have restarts. */
export function runningStatus(
  random: Random,
  { spec }: Pick<App, 'spec'>,
  node: number,
  createdAt: number,
): PodStatus {
  const startedAt = timestamp(createdAt + 7_000)
  const podIP = `10.${100 + (node >> 8)}.${node & 255}.${2 + integer(random, 250)}`
  const containerStatuses = spec.containers.map(container =>
    containerStatus(random, container.name, container.image ?? '', startedAt),
  )
  return {
    phase: 'Running',
    conditions: conditions(timestamp(createdAt), startedAt),
    hostIP: nodeAddress(node),
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: timestamp(createdAt),
    containerStatuses,
    qosClass: 'Burstable',
  }
}

const conditions = (scheduledAt: string, readyAt: string): readonly PodCondition[] => [
  condition('Initialized', scheduledAt),
  condition('Ready', readyAt),
  condition('ContainersReady', readyAt),
  condition('PodScheduled', scheduledAt),
]

const condition = (type: string, lastTransitionTime: string): PodCondition => ({
  type,
  status: 'True',
  lastProbeTime: null,
  lastTransitionTime,
})

function containerStatus(random: Random, name: string, image: string, startedAt: string): ContainerStatus {
  const restartCount = random() < 0.08 ? 1 + integer(random, 6) : 0
  return {
    name,
    state: { running: { startedAt } },
    lastState: {},
    ready: true,
    restartCount,
    image,
    imageID: `${image.split(':')[0]}@sha256:${hex(random, 64)}`,
    containerID: `containerd://${hex(random, 64)}`,
    started: true,
  }
}
