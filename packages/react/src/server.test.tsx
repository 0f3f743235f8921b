import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { defineInformers } from '@kube-informer/worker'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const pods = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
})
const informers = defineInformers({ pods: { resource: pods } })
const { InformerProvider, useByIndex, useConnectionStatus, useLister } = createInformerHooks(informers)

test('a server renders the empty state and subscribes to nothing', () => {
  const server = createFakeConnection(informers)
  server.push({ resource: 'pods', scope: {}, slice: { target: { type: 'all' } } }, { total: 9 })
  const Page = () => {
    const { data, total, status, error } = useLister()
    return <p>{[data.length, total, status.data, status.link, String(error)].join(' ')}</p>
  }
  const html = renderToString(
    <InformerProvider connection={server.connection}>
      <Page />
    </InformerProvider>,
  )
  expect(html).toBe('<p>0 0 none connecting undefined</p>')
  expect(server.starts).toBe(0)
})

test('a server renders the connection status as connecting', () => {
  const server = createFakeConnection(informers)
  server.setStatus({ host: 'shared', state: 'ready' })
  const Page = () => <p>{useConnectionStatus().state}</p>
  const html = renderToString(
    <InformerProvider connection={server.connection}>
      <Page />
    </InformerProvider>,
  )
  expect(html).toBe('<p>connecting</p>')
})

test('a hook without a provider throws an error that names the fix', () => {
  const Page = () => <p>{useByIndex('namespace', 'default').total}</p>
  expect(() => renderToString(<Page />)).toThrow(/needs an <InformerProvider> above it/)
})

test('a hook with an ambiguous resource throws an error that names the fix', () => {
  const two = defineInformers({ pods: { resource: pods }, more: { resource: pods } })
  const { connection } = createFakeConnection(two)
  const Page = () => <p>{useLister().total}</p>
  expect(() =>
    renderToString(
      <InformerProvider connection={connection as never}>
        <Page />
      </InformerProvider>,
    ),
  ).toThrow(/pass the option `resource` to the hook/)
})
