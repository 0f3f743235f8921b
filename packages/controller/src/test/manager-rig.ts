import { createKubeClient, defineResource, type KubernetesObject } from '@kube-informer/core'
import { leases } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import { createManager } from '../manager/create-manager.ts'
import type { Manager } from '../manager/manager.ts'
import type { ManagerOptions } from '../manager/manager-options.ts'
import { RecordingLogger } from './recording-logger.ts'

/** A custom resource. */
export interface Widget extends KubernetesObject {
  readonly spec: { readonly size: number }
}

export const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

export const widgetOf = (name: string, size: number): Widget => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { namespace: 'default', name },
  spec: { size },
})

/** A manager that was started, and what became of it. */
export interface StartedManager {
  readonly manager: Manager
  readonly stop: AbortController
  /** `settled` once `run` has settled, with its error. */
  readonly outcome: { settled?: true; error?: unknown }
}

/** A fake apiserver with widgets, and managers that use it. */
export function managerRig(objects: readonly KubernetesObject[] = []) {
  const clock = new FakeClock()
  const random = seededRandom(1)
  const namespaces = ['default', 'ops'].map(name => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }))
  const server = createFakeApiserver({
    clock,
    random,
    resources: [widgets],
    objects: [...namespaces, ...objects],
  })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const log = new RecordingLogger()
  const create = (options: Partial<ManagerOptions> = {}) =>
    createManager({ client, log, clock, random, ...options })
  const start = (manager: Manager): StartedManager => {
    const stop = new AbortController()
    const outcome: StartedManager['outcome'] = {}
    void manager
      .run(stop.signal)
      .catch((error: unknown) => Object.assign(outcome, { error }))
      .finally(() => Object.assign(outcome, { settled: true }))
    return { manager, stop, outcome }
  }
  const holder = () => server.get(leases, 'ops/widgets')?.spec?.holderIdentity
  return { clock, server, client, log, create, start, holder }
}
