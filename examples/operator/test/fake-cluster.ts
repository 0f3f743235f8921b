import { readFileSync } from 'node:fs'
import { createManager, silentLogger } from '@kube-informer/controller'
import { createKubeClient, type InformerClient, type KubernetesObject } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, FakeClock } from '@kube-informer/testing'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { addWidgetController } from '../src/controller.ts'

/** The CustomResourceDefinition of Widgets. */
export const readDefinition = (): KubernetesObject =>
  parse(readFileSync(new URL('../crds/widgets.yaml', import.meta.url), 'utf8'))

/** A fake apiserver with the CRD, and the controller that runs on it until the test ends. Time passes in `clock` only. */
export async function startController(): Promise<{
  clock: FakeClock
  server: FakeApiserver
  client: InformerClient
}> {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: [readDefinition()] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const manager = createManager({ client, clock, log: silentLogger })
  addWidgetController(manager)
  const stopping = new AbortController()
  const running = manager.run(stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await clock.settle()
    await running
  })
  await clock.advance(1000)
  return { clock, server, client }
}
