import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import type { Connection, ConnectionOptions, Subscription } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToReadableStream, renderToString } from 'react-dom/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { InformerHydrationBoundary } from '../hydration/informer-hydration-boundary.tsx'
import { informers, podNamed } from '../test/pods.ts'
import { dehydrateInformers } from './dehydrate-informers.ts'
import { serializeForScript } from './serialize-for-script.ts'

const { InformerProvider, useByIndex, useLister } = createInformerHooks(informers)

const inNamespace = (value: string) =>
  ({ resource: 'pods', slice: { target: { type: 'index', index: 'namespace', value } } }) as const
const DEFAULT = inNamespace('default')

const startServer = (options: Parameters<typeof createFakeApiserver>[0] = {}) =>
  createFakeApiserver({
    objects: [podNamed('a'), podNamed('b'), podNamed('x', 'Running', 'other')],
    ...options,
  })

function connect(
  server = startServer(),
  options: Partial<ConnectionOptions> = {},
): Connection<typeof informers> {
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch, ...options })
  onTestFinished(() => connection.close())
  return connection
}

const Names = ({ namespace }: { readonly namespace: string }): ReactNode => {
  const { data, total, status } = useByIndex('namespace', namespace)
  return <p>{`${status.data} ${total}: ${data.map(({ metadata }) => metadata?.name).join(' ')}`}</p>
}

const page = (connection: Connection<typeof informers>, state: unknown, children: ReactNode): ReactNode => (
  <InformerProvider connection={connection}>
    <InformerHydrationBoundary state={state}>{children}</InformerHydrationBoundary>
  </InformerProvider>
)

describe('dehydrateInformers', () => {
  it('returns the rows as plain JSON, with the resourceVersion that they cover', async () => {
    const server = startServer()
    const state = await dehydrateInformers(connect(server), [DEFAULT, { resource: 'pods' }])
    expect(JSON.parse(serializeForScript(state))).toEqual(state)
    expect(state.slices.map(({ rows, total, isWhole }) => [rows.length, total, isWhole])).toEqual([
      [2, 2, true],
      [3, 3, true],
    ])
    expect(state.slices[0]).toMatchObject({
      rows: [{ kind: 'Pod', metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
      groups: [],
      resourceVersion: server.rv,
    })
  })

  it.each<[string, (node: ReactNode) => Promise<string> | string]>([
    ['renderToString', renderToString],
    ['renderToPipeableStream', node => text(renderToPipeableStream(node).pipe(new PassThrough()))],
    ['renderToReadableStream', async node => text(await renderToReadableStream(node))],
  ])('%s has the rows in the HTML, marked as cached', async (_, render) => {
    const connection = connect()
    const state = await dehydrateInformers(connection, [DEFAULT])
    connection.close()
    expect(await render(page(connection, state, <Names namespace="default" />))).toBe('<p>cached 2: a b</p>')
    expect(await render(page(connection, JSON.stringify(state), <Names namespace="other" />))).toBe(
      '<p>none 0: </p>',
    )
  })

  it('the rows of a request never reach another one that uses the same connection', async () => {
    const connection = connect()
    const observe = vi.spyOn(connection, 'observe')
    const state = await dehydrateInformers(connection, [DEFAULT])
    const tree = <Names namespace="default" />
    expect(renderToString(page(connection, state, tree))).toBe('<p>cached 2: a b</p>')
    expect(renderToString(page(connection, undefined, tree))).toBe('<p>none 0: </p>')
    expect(observe.mock.calls.filter(([, hydrated]) => hydrated)).toEqual([])
  })

  it('requests carry the token of their own connection only', async () => {
    const seen = new Set<string>()
    const server = startServer({
      auth: {
        token: token => {
          seen.add(token)
          return token === 'alice'
        },
      },
    })
    const read = (token: string) => dehydrateInformers(connect(server, { getToken: () => token }), [DEFAULT])
    const [alice, mallory] = await Promise.all([read('alice'), read('mallory')])
    expect([alice.slices.length, mallory.slices.length]).toEqual([1, 0])
    expect([...seen].sort()).toEqual(['alice', 'mallory'])
  })

  it('leaves out what the user may not read, and reports the error', async () => {
    const server = startServer({ authorize: ({ namespace }) => namespace !== 'other' })
    const onError = vi.fn()
    const state = await dehydrateInformers(connect(server), [DEFAULT, inNamespace('other')], { onError })
    expect(state.slices).toHaveLength(1)
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: 403 }), inNamespace('other')]])
  })

  it('leaves out what does not arrive within the limit', async () => {
    const clock = new FakeClock()
    const server = startServer({ clock })
    server.faults.add({ match: { path: '/namespaces/other/' }, action: { type: 'delay', ms: 60_000 } })
    const onError = vi.fn()
    const connection = connect(server, { clock })
    const pending = dehydrateInformers(connection, [DEFAULT, inNamespace('other')], {
      clock,
      limitMs: 500,
      onError,
    })
    await clock.advance(501)
    expect((await pending).slices).toHaveLength(1)
    expect(String(onError.mock.calls[0]?.[0])).toMatch(/did not arrive within 500 ms/)
  })

  it('rejects with the reason of the signal, and ends its requests', async () => {
    const clock = new FakeClock()
    const server = startServer({ clock })
    server.faults.add({ action: { type: 'delay', ms: 60_000 } })
    const onError = vi.fn()
    const stop = new AbortController()
    const options = { clock, signal: stop.signal, onError }
    const pending = dehydrateInformers(connect(server, { clock }), [DEFAULT], options)
    pending.catch(() => {})
    await clock.advance(10)
    stop.abort('the client has left')
    await expect(pending).rejects.toBe('the client has left')
    await expect(dehydrateInformers(connect(server, { clock }), [DEFAULT], options)).rejects.toBe(
      'the client has left',
    )
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('InformerHydrationBoundary', () => {
  it('of a layout and of a page are combined', async () => {
    const connection = connect()
    const [outer, inner] = await Promise.all([
      dehydrateInformers(connection, [DEFAULT]),
      dehydrateInformers(connection, [inNamespace('other')]),
    ])
    const tree = (
      <InformerHydrationBoundary state={inner}>
        <Names namespace="default" />
        <Names namespace="other" />
      </InformerHydrationBoundary>
    )
    expect(renderToString(page(connection, outer, tree))).toBe('<p>cached 2: a b</p><p>cached 1: x</p>')
  })

  it('applies select, and serves windows and scopes of their own', async () => {
    const connection = connect()
    const window = { offset: 1, limit: 1 }
    const state = await dehydrateInformers(connection, [
      { resource: 'pods', scope: { namespace: 'default' }, slice: { window } },
    ])
    const Selected = (): ReactNode => {
      const {
        data,
        window: shown,
        total,
      } = useLister({
        scope: { namespace: 'default' },
        window,
        select: ({ metadata }) => metadata?.name,
      })
      return <p>{JSON.stringify([data, shown, total])}</p>
    }
    const html = renderToString(page(connection, state, <Selected />))
    expect(html.replaceAll('&quot;', '"')).toBe('<p>[["b"],{"offset":1,"limit":1},2]</p>')
  })

  it.each<[string, readonly Subscription<typeof informers, 'pods'>[]]>([
    ['the option namespace', [{ resource: 'pods', namespace: ['default', 'default'] }]],
    [
      'the index',
      [{ resource: 'pods', slice: { target: { type: 'index', index: 'namespace', value: 'default' } } }],
    ],
  ])('serves both hooks of a namespace from a slice by %s', async (_, subscriptions) => {
    const connection = connect()
    const state = await dehydrateInformers(connection, subscriptions)
    const Both = (): ReactNode => (
      <p>{[useLister({ namespace: 'default' }).total, useByIndex('namespace', ['default']).total].join()}</p>
    )
    expect(renderToString(page(connection, state, <Both />))).toBe('<p>2,2</p>')
  })
})
