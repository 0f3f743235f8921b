import { StatusError } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { act, memo, type ReactNode, StrictMode, useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { createSliceStore } from './slice-store.ts'
import { informers, type Pod, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { shows } from './test/shows.ts'

const { InformerProvider, useByIndex, useInformerStatus, useLister } = createInformerHooks(informers)

function connectTo(server: FakeApiserver): Connection<typeof informers> {
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch })
  onTestFinished(() => connection.close())
  return connection
}

const codeOf = (error: unknown): number | undefined => (error instanceof StatusError ? error.code : undefined)

function Names({ namespace }: { readonly namespace: string }): ReactNode {
  const { data, status, error } = useByIndex('namespace', namespace)
  return (
    <p>{`${status.data} ${codeOf(error) ?? 'ok'}: ${data.map(({ metadata }) => metadata?.name).join(' ')}`}</p>
  )
}

test('rows come from the apiserver and follow its changes', async () => {
  const server = createFakeApiserver({
    objects: [podNamed('a'), podNamed('b'), podNamed('x', 'Running', 'other')],
  })
  const { element } = await render(
    <InformerProvider connection={connectTo(server)}>
      <Names namespace="default" />
    </InformerProvider>,
  )
  await shows(element, /^complete ok: a b$/)
  server.create(podNamed('c'))
  await shows(element, /: a b c$/)
  server.delete(podNamed('a'))
  await shows(element, /: b c$/)
})

test('StrictMode and several hooks open one list and one watch', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const { element } = await render(
    <StrictMode>
      <InformerProvider connection={connectTo(server)}>
        <Names namespace="default" />
        <Names namespace="default" />
      </InformerProvider>
    </StrictMode>,
  )
  await shows(element, /complete ok: acomplete ok: a$/)
  await vi.waitFor(() => expect(server.openWatches).toBe(1))
  // A list with limit 1 only reads the total count.
  const lists = server.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1')
  expect(lists).toHaveLength(1)
})

test('a slice store requests nothing until its first subscriber', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const store = createSliceStore(connectTo(server), { resource: 'pods' })
  const empty = store.getState()
  expect([empty.data, server.requests.length]).toEqual([[], 0])
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  await vi.waitFor(() => expect(store.getState().data).toHaveLength(1))
  expect(store.getState().data[0]?.metadata?.name).toBe('a')
  expect(listener.mock.calls[0]?.[1]).toBe(empty)
  unsubscribe()
})

function countFrames(): () => number {
  let frames = 0
  const count = () => {
    frames++
    handle = requestAnimationFrame(count)
  }
  let handle = requestAnimationFrame(count)
  onTestFinished(() => cancelAnimationFrame(handle))
  return () => frames
}

test('a burst of 1,000 events causes at most one commit a frame, and unchanged rows do not render', async () => {
  const objects = Array.from({ length: 20 }, (_, i) => podNamed(`pod-${i}`))
  const server = createFakeApiserver({ objects })
  const rows = vi.fn()
  const commits = vi.fn()
  const Row = memo(({ pod }: { readonly pod: Pod }) => {
    rows(pod.metadata?.name)
    return <i>{pod.status?.phase}</i>
  })
  const List = (): ReactNode => {
    const { data } = useLister()
    useEffect(() => commits(data), [data])
    return data.map(pod => <Row key={pod.metadata?.uid} pod={pod} />)
  }
  const { element } = await render(
    <InformerProvider connection={connectTo(server)}>
      <List />
    </InformerProvider>,
  )
  await shows(element, /(Running){20}/)
  rows.mockClear()
  commits.mockClear()

  const frames = countFrames()
  for (let i = 0; i < 1_000; i++) server.update(podNamed('pod-7', `Phase${i}`))
  await shows(element, /Phase999/)
  expect(commits.mock.calls.length).toBeLessThanOrEqual(frames() + 1)
  expect(commits.mock.calls.length).toBeLessThan(100)
  expect(rows.mock.calls.length).toBeLessThanOrEqual(commits.mock.calls.length)
  expect(new Set(rows.mock.calls.flat())).toEqual(new Set(['pod-7']))
})

test('a forbidden scope has an error; other scopes keep working', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  server.faults.add({ match: { path: '/namespaces/secret/' }, action: { type: 'status', code: 403 } })
  const Scoped = (): ReactNode => {
    const { data, error, status } = useLister({ namespace: 'secret' })
    return <p>{`secret ${codeOf(error)} ${status.data} ${data.length}`}</p>
  }
  const { element } = await render(
    <InformerProvider connection={connectTo(server)}>
      <Names namespace="default" />
      <Scoped />
    </InformerProvider>,
  )
  await shows(element, /complete ok: asecret 403 none 0/)
})

test('useInformerStatus reports the status of a scope, and starts no list and no watch', async () => {
  const server = createFakeApiserver({ objects: [podNamed('a')] })
  const connection = connectTo(server)
  const Status = ({ namespace }: { readonly namespace: string }): ReactNode => {
    const { data, link, counters } = useInformerStatus({ namespace })
    return <p>{`${namespace} ${data} ${link} ${counters.objects}`}</p>
  }
  const Rows = (): ReactNode => <p>{useLister({ namespace: 'default' }).data.length}</p>
  const tree = (rows: boolean): ReactNode => (
    <InformerProvider connection={connection}>
      <Status namespace="default" />
      <Status namespace="other" />
      {rows && <Rows />}
    </InformerProvider>
  )
  const { element, root } = await render(tree(false))
  await shows(element, /^default none stopped 0other none stopped 0$/)
  expect(server.requests).toEqual([])
  await act(async () => root.render(tree(true)))
  await shows(element, /^default complete live 1other none stopped 01$/)
  expect(server.requests.filter(({ path }) => path.includes('other'))).toEqual([])
})
