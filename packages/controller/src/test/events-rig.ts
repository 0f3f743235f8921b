import { createKubeClient, type KubernetesObject } from '@kube-informer/core'
import { type Event, events } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import type { EventRecorderOptions, StoppableEventRecorder } from '../events/recorder-options.ts'
import { RecordingLogger } from './recording-logger.ts'

/** A Pod of the fake cluster, as a cache holds it. */
export const foo: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'foo', namespace: 'ns', uid: 'u1', resourceVersion: '7' },
}

/** A recorder with a fake apiserver, on virtual time. */
export function createEventsRig(
  create: (options: EventRecorderOptions) => StoppableEventRecorder,
  options: Partial<EventRecorderOptions> = {},
) {
  const clock = new FakeClock({ now: Date.parse('2026-01-01T00:00:00.123Z') })
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns' } }
  const server = createFakeApiserver({ clock, random: seededRandom(1), objects: [namespace] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const log = new RecordingLogger()
  const bodies: unknown[] = []
  const recorder = create({
    client: {
      create: (...args) => {
        bodies.push(args[1])
        return client.create(...args)
      },
      patch: (...args) => {
        bodies.push(args[2])
        return client.patch(...args)
      },
    },
    controller: 'example.com/tester',
    instance: 'tester-1',
    clock,
    random: seededRandom(2),
    log,
    ...options,
  })
  return {
    clock,
    server,
    recorder,
    log: {
      /** `LEVEL MESSAGE` */
      get lines(): readonly string[] {
        return log.messages.map(({ level, message }) => `${level} ${message}`)
      },
    },
    /** The objects and patches that were sent. */
    bodies,
    /** What is stored, as core/v1. */
    stored: (): readonly Event[] => server.list(events),
    /** `POST 201` for each write. */
    writes: () => server.requests.map(({ method, status }) => `${method} ${status}`),
  }
}
