import type { Deployment, Event, Pod, ReplicaSet } from '@kube-informer/core/resources'
import { events, pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import type { ControllerChoice } from '../controllers/controllers.ts'
import { seededRandom } from '../object/random.ts'
import { generateNodes } from '../pods/generate-nodes.ts'
import {
  createFakeApiserver,
  type FakeApiserver,
  type FakeApiserverOptions,
} from '../server/fake-apiserver.ts'

/** A server in virtual time with three nodes. */
export function clusterWith(
  controllers: ControllerChoice,
  options: FakeApiserverOptions = {},
): { readonly clock: FakeClock; readonly server: FakeApiserver } {
  const clock = new FakeClock()
  const objects = [...generateNodes({ nodes: 3 }), ...(options.objects ?? [])]
  const server = createFakeApiserver({ random: seededRandom(1), ...options, clock, objects, controllers })
  return { clock, server }
}

const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image }] },
})

export const replicaSet = (replicas: number): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template('example/web:1') },
})

export const deployment = (replicas: number, spec: Partial<Deployment['spec']> = {}): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: template('example/web:1'),
    ...spec,
  },
})

/** The phase and readiness of each Pod: `Running ready`, `Pending`, `Running deleted`. */
export const podStates = (server: FakeApiserver): readonly string[] =>
  server.list(pods).map(pod => stateOf(pod))

function stateOf({ metadata, status }: Pod): string {
  if (metadata?.deletionTimestamp) return `${status?.phase} deleted`
  const isReady = status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True')
  return `${status?.phase ?? 'Pending'}${isReady ? ' ready' : ''}`
}

/** The Events about a kind of objects: `Normal SuccessfulCreate: Created pod: web-abcde`. */
export const eventTexts = (server: FakeApiserver, kind: string): readonly string[] =>
  server
    .list(events)
    .filter(({ involvedObject }) => involvedObject.kind === kind)
    .map(({ type, reason, message }: Event) => `${type} ${reason}: ${message}`)
