import { expect, test } from 'vitest'
import { generateNamespaces, generatePods, iteratePods } from './generate.ts'
import { generateNodes } from './generate-nodes.ts'

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

test('Pods have a realistic size, a third of it managedFields', () => {
  const generated = generatePods({ count: 2000, seed: 1 })
  const total = generated.reduce((sum, pod) => sum + bytes(pod), 0)
  const managed = generated.reduce((sum, pod) => sum + bytes(pod.metadata.managedFields), 0)
  expect(total / generated.length).toBeGreaterThan(6500)
  expect(total / generated.length).toBeLessThan(7500)
  expect(managed / total).toBeGreaterThan(0.28)
  expect(managed / total).toBeLessThan(0.38)
})

test('Pods have the members of real ones', () => {
  for (const pod of generatePods({ count: 50 })) {
    expect(pod.spec?.containers).toHaveLength(2)
    expect(pod.status?.containerStatuses).toHaveLength(2)
    expect(pod.metadata.ownerReferences?.[0]).toMatchObject({ kind: 'ReplicaSet', controller: true })
    expect(pod.metadata.name.startsWith(`${pod.metadata.ownerReferences?.[0]?.name}-`)).toBe(true)
    expect(pod.status?.conditions?.map(({ type }) => type)).toContain('Ready')
    expect(Object.isFrozen(pod) && Object.isFrozen(pod.status?.conditions)).toBe(true)
  }
})

test('the same seed gives the same Pods, another seed different ones', () => {
  const one = generatePods({ count: 100, seed: 1 })
  expect(generatePods({ count: 100, seed: 1 })).toEqual(one)
  expect(generatePods({ count: 100, seed: 2 })[0]).not.toEqual(one[0])
  // A larger number from the same seed starts with the same Pods.
  expect(generatePods({ count: 200, seed: 1 }).slice(0, 100)).toEqual(one)
})

test('10,000 Pods: 50 namespaces, 200 nodes, 400 apps, unique keys and uids', () => {
  const generated = generatePods({ count: 10_000 })
  const distinct = (of: (pod: (typeof generated)[number]) => unknown) => new Set(generated.map(of)).size
  expect(distinct(pod => pod.metadata.namespace)).toBe(50)
  expect(distinct(pod => pod.spec?.nodeName)).toBe(200)
  expect(distinct(pod => pod.metadata.ownerReferences?.[0]?.uid)).toBe(400)
  expect(distinct(pod => `${pod.metadata.namespace}/${pod.metadata.name}`)).toBe(10_000)
  expect(distinct(pod => pod.metadata.uid)).toBe(10_000)
  expect(generated.some(pod => pod.metadata.namespace === 'default')).toBe(true)
  expect(
    generated.some(pod => pod.status?.containerStatuses?.some(({ restartCount }) => restartCount > 0)),
  ).toBe(true)
})

test('100 Pods of one app have unique names, and so do 50,000', () => {
  for (const count of [100, 50_000]) {
    const names = new Set<string>()
    for (const pod of iteratePods({ count, apps: 1 })) names.add(pod.metadata.name)
    expect(names.size).toBe(count)
  }
})

test('iteratePods yields the same Pods one at a time', () => {
  const pods = iteratePods({ count: 1_000_000 })
  expect(pods.next().value).toEqual(generatePods({ count: 1 })[0])
})

test('namespaces and nodes match the Pods', () => {
  const [pod] = generatePods({ count: 1 })
  const names = (objects: readonly { metadata?: { name?: string } }[]) =>
    objects.map(({ metadata }) => metadata?.name)
  expect(names(generateNamespaces())).toHaveLength(50)
  expect(generateNamespaces()[0]?.metadata?.name).toBe('default')
  expect(names(generateNodes())).toContain(pod?.spec?.nodeName)
})

test.each([1, 3, 5, 7, 10, 50])('the apps of each of %d namespaces have names of their own', namespaces => {
  const names = new Map<string, string>()
  for (const { metadata } of generatePods({ count: 400, namespaces })) {
    const key = `${metadata.namespace}/${metadata.labels?.app}`
    const uid = metadata.ownerReferences?.[0]?.uid ?? ''
    expect(names.get(key) ?? uid).toBe(uid)
    names.set(key, uid)
  }
})
