import type { ResourceDefinition, TableObject } from '@kube-informer/core'
import { createFakeApiserver } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { act, type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { skipToken } from './context/skip-token.ts'
import { createInformerHooks } from './create-informer-hooks.ts'
import { keepPreviousData } from './placeholder.ts'
import type { ResourceTableResult } from './slice-result.ts'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { shows } from './test/shows.ts'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const pods = informers.pods.resource
const { InformerProvider, useResourceTable, useSuspenseResourceTable, useLister } =
  createInformerHooks(informers)

const server = () =>
  createFakeApiserver({
    objects: [podNamed('a'), podNamed('b', 'Pending'), podNamed('x', 'Running', 'other')],
  })

function connectTo(apiserver: ReturnType<typeof server>) {
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: apiserver.fetch })
  onTestFinished(() => connection.close())
  return connection
}

const text = ({ data, columns }: ResourceTableResult<readonly TableObject[]>): string =>
  `${columns[2]?.name ?? 'none'}: ${data.map(({ cells }) => `${cells[0]}=${cells[2]}`).join(' ')}`

test('a Table shows the columns and cells of the server, and follows changes', async () => {
  const apiserver = server()
  const results: ResourceTableResult<readonly TableObject[]>[] = []
  const Table = ({ namespace }: { readonly namespace?: string | readonly string[] }): ReactNode => {
    const result = useResourceTable('pods', { namespace, sort: { by: 'cells[2]', descending: true } })
    results.push(result)
    return text(result)
  }
  const connection = connectTo(apiserver)
  const show = (ui: ReactNode) => <InformerProvider connection={connection}>{ui}</InformerProvider>
  const { element, root } = await render(show(<Table />))
  expect(results[0]).toMatchObject({ data: [], columns: [], isPending: true })
  await shows(element, /^Status: a=Running x=Running b=Pending$/)
  const { columns } = results.at(-1) ?? {}
  apiserver.create(podNamed('c'))
  await shows(element, /c=Running/)
  expect(results.at(-1)?.columns).toBe(columns)
  await act(async () => root.render(show(<Table namespace="other" />)))
  await shows(element, /^Status: x=Running$/)
  await act(async () => root.render(show(<Table namespace={['default', 'other']} />)))
  await shows(element, /^Status: a=.* b=Pending$/)
  expect(apiserver.requests.filter(({ kind, query }) => kind === 'list' && query.limit !== '1')).toHaveLength(
    1,
  )
})

test('the same resource is shown as objects and as a Table', async () => {
  const Both = (): ReactNode => {
    const objects = useLister({ resource: 'pods' })
    const table = useResourceTable(pods, { select: ({ cells }) => cells[0] })
    return `${objects.data.filter(pod => !('cells' in pod)).length} ${table.data.join(' ')}`
  }
  const { element } = await render(
    <InformerProvider connection={connectTo(server())}>
      <Both />
    </InformerProvider>,
  )
  await shows(element, /^3 a b x$/)
})

test('a Table suspends until it has rows', async () => {
  const Table = (): ReactNode => text(useSuspenseResourceTable('pods', { namespace: 'default' }))
  const { element } = await render(
    <InformerProvider connection={connectTo(server())}>
      <Suspense fallback="waiting">
        <Table />
      </Suspense>
    </InformerProvider>,
  )
  await shows(element, /^Status: a=Running b=Pending$/)
})

test('null, undefined and skipToken disable a Table', async () => {
  const { connection, activeKeys } = createFakeConnection(informers)
  const Table = ({
    resource,
  }: {
    readonly resource: ResourceDefinition | typeof skipToken | null | undefined
  }) => {
    const { isEnabled, columns } = useResourceTable(resource)
    return `${isEnabled} ${columns.length}`
  }
  const show = (resource: Parameters<typeof Table>[0]['resource']) => (
    <InformerProvider connection={connection}>
      <Table resource={resource} />
    </InformerProvider>
  )
  const { element, root } = await render(show(null))
  for (const off of [undefined, skipToken] as const) {
    await act(async () => root.render(show(off)))
    await shows(element, /^false 0$/)
  }
  expect(activeKeys()).toEqual([])
  await act(async () => root.render(show(pods)))
  expect(activeKeys()).toHaveLength(1)
})

test('columns stay with the rows of keepPreviousData', async () => {
  const { connection, push } = createFakeConnection(informers)
  const Table = ({ namespace }: { readonly namespace: string }): ReactNode =>
    text(useResourceTable('pods', { namespace, placeholderData: keepPreviousData }))
  const show = (namespace: string) => (
    <InformerProvider connection={connection}>
      <Table namespace={namespace} />
    </InformerProvider>
  )
  const of = (value: string) =>
    ({
      resource: 'pods',
      form: 'table',
      scope: {},
      slice: { target: { type: 'index', index: 'namespace', value } },
    }) as const
  const { element, root } = await render(show('a'))
  const columns = ['Name', 'Ready', 'Status'].map(name => ({
    name,
    type: 'string',
    format: '',
    description: '',
    priority: 0,
  }))
  const data = [{ metadata: { name: 'web' }, cells: ['web', '1/1', 'Running'] }]
  await act(async () => push(of('a'), { data, columns }))
  await shows(element, /^Status: web=Running$/)
  await act(async () => root.render(show('b')))
  await shows(element, /^Status: web=Running$/)
})
