import { deepFreeze } from '../json/freeze.ts'
import { seededRandom, uuid } from '../object/random.ts'
import type { Node } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { nodeAddress, nodeName } from './apps.ts'
import { NEWEST, OLDEST_AGE_MS } from './pod-generator.ts'

/** How many Nodes, and from which seed. */
export interface GenerateNodesOptions {
  /** @default 200 */
  readonly nodes?: number
  /** The Nodes are 30 days older; in ms since the Unix epoch. @default 2025-12-31 */
  readonly newest?: number
}

interface NodeTraits {
  readonly index: number
  readonly uid: string
  readonly newest: number
  readonly role: 'worker' | 'control-plane'
}

/** The Nodes that {@link generatePods} uses. One in 40 still has the kubelet of the last version. */
export function generateNodes({ nodes = 200, newest = NEWEST }: GenerateNodesOptions = {}): readonly Node[] {
  const random = seededRandom(nodes)
  return Array.from({ length: nodes }, (_, index) =>
    createNode({ index, uid: uuid(random), newest, role: 'worker' }),
  )
}

/** Three Nodes without Pods, whose taint keeps Pods away. */
export function generateControlPlane({
  newest = NEWEST,
}: {
  readonly newest?: number
} = {}): readonly Node[] {
  const random = seededRandom(3)
  return [0, 1, 2].map(index =>
    createNode({ index: 4095 - index, uid: uuid(random), newest, role: 'control-plane' }),
  )
}

function createNode({ index, uid, newest, role }: NodeTraits): Node {
  const name = nodeName(index)
  const zone = `eu-central-1${'abc'[index % 3]}`
  const taint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }
  return deepFreeze<Node>({
    kind: 'Node',
    apiVersion: 'v1',
    metadata: {
      name,
      uid,
      creationTimestamp: timestamp(newest - OLDEST_AGE_MS),
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': 'm7i.metal-48xl',
        [`node-role.kubernetes.io/${role}`]: '',
        'topology.kubernetes.io/region': 'eu-central-1',
        'topology.kubernetes.io/zone': zone,
      },
    },
    spec: {
      podCIDR: `10.${100 + (index >> 8)}.${index & 255}.0/24`,
      providerID: `aws:///${zone}/i-${uid.slice(-12)}`,
      ...(role === 'control-plane' ? { taints: [taint] } : {}),
    },
    status: {
      capacity: { cpu: '192', 'ephemeral-storage': '800Gi', memory: '768Gi', pods: '750' },
      allocatable: { cpu: '191', 'ephemeral-storage': '720Gi', memory: '756Gi', pods: '750' },
      conditions: conditions(newest),
      addresses: [
        { type: 'InternalIP', address: nodeAddress(index) },
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        architecture: 'amd64',
        containerRuntimeVersion: 'containerd://2.2.1',
        kernelVersion: '6.12.58-cloud-amd64',
        kubeletVersion: index % 40 === 39 ? 'v1.36.4' : 'v1.37.1',
        operatingSystem: 'linux',
        osImage: 'Debian GNU/Linux 13 (trixie)',
      },
    },
  })
}

const conditions = (newest: number) =>
  (
    [
      ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
      ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
      ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
      ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
    ] as const
  ).map(([type, status, reason, message]) => ({
    type,
    status,
    lastHeartbeatTime: timestamp(newest),
    lastTransitionTime: timestamp(newest - OLDEST_AGE_MS),
    reason,
    message,
  }))
