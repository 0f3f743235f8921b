import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { pods } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'

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

describe('a Pod that takes time to stop', () => {
  const clock = new FakeClock()
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  const states = async (podStopMs: number, advances: readonly number[], ...queries: readonly string[]) => {
    const server = createFakeApiserver({ clock, objects: [running], controllers: { pods: true, podStopMs } })
    for (const query of queries) await server.fetch(path + query, { method: 'DELETE' })
    const seen: unknown[] = []
    for (const ms of advances) {
      await clock.advance(ms)
      seen.push(server.get(pods, `${namespace}/${name}`)?.metadata.deletionGracePeriodSeconds)
    }
    return seen
  }

  test('is shown with its grace period until then, and no timer is left', async () => {
    expect(await states(3_000, [2_000, 900, 200], '')).toEqual([30, 30, undefined])
    expect(clock.pendingTimers).toBe(0)
  })

  test('stops within its grace period, which another deletion may shorten', async () => {
    expect(await states(60_000, [29_000, 2_000], '')).toEqual([30, undefined])
    expect(await states(60_000, [1_000, 2_000], '', '?gracePeriodSeconds=2')).toEqual([2, undefined])
  })
})
