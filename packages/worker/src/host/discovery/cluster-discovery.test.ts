import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { expect, test } from 'vitest'
import { discoveryRig } from '../../test/discovery-rig.ts'

const names = (resources: readonly DiscoveredResource[]) =>
  resources.map(({ group, version, plural }) => `${group}/${version}/${plural}`)

test('the state has every resource, frozen, in order of preference, once the first subscriber has come', async () => {
  const { clock, open, discoveries } = discoveryRig()
  const { discovery } = open()
  await clock.settle()
  expect([discoveries(), discovery.getState()]).toMatchObject([0, { data: 'none', resources: [] }])
  discovery.subscribe(() => {})
  await clock.settle()
  const state = discovery.getState()
  expect(discoveries()).toBe(1)
  expect([state.data, state.error, state.failures]).toEqual(['complete', undefined, {}])
  expect(state.groups[0]?.name).toBe('')
  const all = names(state.resources)
  expect(all).toContain('apps/v1/deployments')
  expect(all.indexOf('autoscaling/v2/horizontalpodautoscalers')).toBeLessThan(
    all.indexOf('autoscaling/v1/horizontalpodautoscalers'),
  )
  expect([state, state.resources, state.resources[0], state.groups[0]?.versions].every(Object.isFrozen)).toBe(
    true,
  )
  expect(discovery.getState()).toBe(state)
})

test('all pages of an identity share one discovery, also those that come later', async () => {
  const { clock, open, discoveries } = discoveryRig()
  const pages = [open(), open()]
  for (const { discovery } of pages) discovery.subscribe(() => {})
  await clock.settle()
  const late = open()
  late.discovery.subscribe(() => {})
  await clock.settle()
  expect(discoveries()).toBe(1)
  expect([...pages, late].map(({ discovery }) => discovery.getState().data)).toEqual(
    Array(3).fill('complete'),
  )
})
