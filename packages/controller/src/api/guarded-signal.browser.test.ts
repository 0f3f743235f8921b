import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { LeaderElector } from '../leader-election/leader-elector.ts'
import { LeaseLock } from '../leader-election/lease-lock.ts'
import { guardSignal } from './guarded-signal.ts'

test('a guarded signal ends fetches and derived signals like any other', async () => {
  const controller = new AbortController()
  let expired = false
  const signal = guardSignal(controller.signal, () => {
    if (expired) controller.abort(new Error('expired'))
  })
  expect(await (await fetch('data:,yes', { signal })).text()).toBe('yes')
  const derived = AbortSignal.any([signal])
  expired = true
  expect([signal.aborted, derived.aborted]).toEqual([true, true])
  expect(() => signal.throwIfAborted()).toThrow('expired')
  await expect(fetch('data:,yes', { signal })).rejects.toThrow('expired')
})

test('a page leads with the clocks of its host, and gives the lease up', async () => {
  const { fetch: answer } = createFakeApiserver()
  const client = createKubeClient({
    baseUrl: 'https://cluster.example',
    fetch: (url, init) => answer(url, init),
  })
  const controller = new AbortController()
  const holders: string[] = []
  const elector = new LeaderElector({
    lock: new LeaseLock({ client, namespace: 'default', name: 'l', identity: 'page' }),
    releaseOnCancel: true,
    onStartedLeading: () => controller.abort(),
    onStoppedLeading: () => {},
    onNewLeader: identity => void holders.push(identity),
  })
  await elector.run(controller.signal)
  expect(holders).toEqual(['page', ''])
})
