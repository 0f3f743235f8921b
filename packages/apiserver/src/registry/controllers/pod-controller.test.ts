import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { pods } from '../../object/resources.ts'
import { generatePods } from '../../pods/generate.ts'
import { createFakeApiserver } from '../../server/fake-apiserver.ts'

const [running] = generatePods({ count: 1, seed: 1 })
if (!running) throw new Error('nothing was generated')
const { namespace, name } = running.metadata

async function deleteOn(controllers: { readonly pods?: boolean }, finalizers: readonly string[] = []) {
  const clock = new FakeClock()
  const objects = [{ ...running, metadata: { ...running?.metadata, finalizers } }]
  const server = createFakeApiserver({ clock, objects, controllers })
  await server.fetch(`/api/v1/namespaces/${namespace}/pods/${name}`, { method: 'DELETE' })
  const marked = server.get(pods, `${namespace}/${name}`)
  await clock.advance(1_000)
  return { marked, left: server.get(pods, `${namespace}/${name}`) }
}

test('M43: a running Pod is marked, and deleted when its kubelet has stopped it', async () => {
  const { marked, left } = await deleteOn({ pods: true })
  expect(marked?.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 })
  expect(left).toBeUndefined()
})

test('M43: without kubelets it stays', async () => {
  const { left } = await deleteOn({})
  expect(left?.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 })
})

test('M35: a Pod with a finalizer is stopped once and stays', async () => {
  const { left } = await deleteOn({ pods: true }, ['example.com/hold'])
  expect(left?.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/hold'] })
})
