import type { RelatedState } from '@kube-informer/worker'
import { act, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { hooks } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useRelated } = hooks

const treeOf = (name: string): RelatedState => ({
  root: { resource: 'pods', object: podNamed(name), children: [], total: 2, events: [], eventTotal: 0 },
  status: { data: 'complete', link: 'live', failures: [] },
  freshness: { state: 'live' },
})

test('a tree appears, changes, and renders only then', async () => {
  const { connection, pushTree } = createFakeConnection(informers)
  const rendered = vi.fn()
  const Tree = ({ depth }: { readonly depth: number }): ReactNode => {
    const { data, isPending, isStale, fetchStatus } = useRelated(
      { resource: 'pods', object: 'default/a' },
      { depth },
    )
    rendered()
    return <p>{`${data?.object.metadata?.name} ${data?.total} ${isPending} ${isStale} ${fetchStatus}`}</p>
  }
  const tree = (depth: number): ReactNode => (
    <InformerProvider connection={connection}>
      <Tree depth={depth} />
    </InformerProvider>
  )
  const { element } = await render(tree(2))
  expect(element.textContent).toBe('undefined undefined true true fetching')
  await act(async () => pushTree(treeOf('a')))
  expect(element.textContent).toBe('a 2 false false idle')
  rendered.mockClear()
  await act(async () => pushTree({ ...treeOf('b'), paused: true }))
  expect([element.textContent, rendered.mock.calls.length]).toEqual(['b 2 false false paused', 1])
})

test('another option is another tree; an equal request is the same one', async () => {
  const { connection } = createFakeConnection(informers)
  const observe = vi.spyOn(connection, 'observeRelated')
  let version = 0
  const Tree = ({ depth }: { readonly depth: number }): ReactNode => {
    // Another version of an object has the same name.
    const metadata = { name: 'a', namespace: 'default', resourceVersion: `${++version}` }
    return useRelated({ resource: 'pods', object: { metadata } }, { depth, resources: ['pods'] }).fetchStatus
  }
  const tree = (depth: number): ReactNode => (
    <InformerProvider connection={connection}>
      <Tree depth={depth} />
    </InformerProvider>
  )
  const { root } = await render(tree(1))
  await act(async () => root.render(tree(1)))
  await act(async () => root.render(tree(2)))
  expect(observe.mock.calls.map(([, options]) => options?.depth)).toEqual([1, 2])
})

test('null disables it, and enabled: false keeps the tree until the user signs out', async () => {
  const fake = createFakeConnection(informers)
  const Tree = ({
    name,
    enabled,
  }: {
    readonly name: string | null
    readonly enabled: boolean
  }): ReactNode => {
    const root = name === null ? null : podNamed(name)
    const { data, isEnabled, error } = useRelated(root, { enabled })
    return <p>{`${isEnabled} ${data?.total} ${error?.message}`}</p>
  }
  const tree = (name: string | null, enabled = true): ReactNode => (
    <InformerProvider connection={fake.connection}>
      <Tree name={name} enabled={enabled} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(null))
  expect([element.textContent, fake.activeTrees]).toEqual(['false undefined undefined', 0])
  await act(async () => root.render(tree('a')))
  await act(async () => fake.pushTree(treeOf('a')))
  expect([element.textContent, fake.activeTrees]).toEqual(['true 2 undefined', 1])
  await act(async () => root.render(tree('a', false)))
  expect([element.textContent, fake.activeTrees]).toEqual(['false 2 undefined', 0])
  await act(async () => fake.setStatus({ state: 'signedOut' }))
  expect(element.textContent).toBe('false undefined undefined')
})
