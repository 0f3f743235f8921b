import { pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { NamespacePicker, PodsOfMyNamespaces } from '../src/my-namespaces.tsx'
import { DeletePod } from '../src/pod-actions.tsx'
import { PodsOfNamespace } from '../src/pods-of-namespace.tsx'
import { as, pod, podReader, render } from './render.tsx'

const OBJECTS = [
  pod('shop', 'web'),
  pod('bank', 'vault'),
  ...podReader('dev', 'shop'),
  ...podReader('ops', 'shop'),
  ...podReader('ops', 'bank'),
]

test('a Role in one namespace suffices for its Pods', async () => {
  const { shows, server } = await render(<PodsOfNamespace namespace="shop" />, as('dev', OBJECTS))
  await shows('web Running')
  expect(server.requests.filter(({ kind }) => kind === 'list').map(({ path }) => path)).toEqual([
    '/api/v1/namespaces/shop/pods',
  ])
})

test('another namespace is an error, and no empty list', async () => {
  const { shows, alert } = await render(<PodsOfNamespace namespace="bank" />, as('dev', OBJECTS))
  await shows(/forbidden/)
  expect(alert()).toMatch(/pods is forbidden/)
})

test('an empty namespace has no error', async () => {
  const { shows, alert } = await render(<PodsOfNamespace namespace="empty" />)
  await shows('There are no Pods in empty.')
  expect(alert()).toBeUndefined()
})

test('all namespaces that one may read are shown as one', async () => {
  const { connection, ...rest } = as('ops', OBJECTS)
  const options = { ...rest, connection: { ...connection, namespaces: ['shop', 'bank'] } }
  const { shows } = await render(<PodsOfMyNamespaces />, options)
  await shows('bank: 1shop: 1')
})

test('a picker offers the namespaces of the option where Namespaces may not be listed', async () => {
  const { connection, ...rest } = as('dev', OBJECTS)
  const options = { ...rest, connection: { ...connection, namespaces: ['shop'] } }
  const { shows, container, alert } = await render(<NamespacePicker />, options)
  await shows('web Running')
  expect([...container.querySelectorAll('option')].map(({ text }) => text)).toEqual(['shop'])
  expect(alert()).toBeUndefined()
})

test('a picker without any namespace says why', async () => {
  const { shows, alert } = await render(<NamespacePicker />, as('dev', OBJECTS))
  await shows(/forbidden/)
  expect(alert()).toMatch(/namespaces is forbidden/)
})

test('a button follows the permission', async () => {
  const denied = await render(<DeletePod namespace="shop" name="web" />, as('dev', OBJECTS))
  await denied.advance(1_000)
  expect(denied.button('Delete').disabled).toBe(true)

  const allowed = await render(<DeletePod namespace="shop" name="web" />, { objects: [pod('shop', 'web')] })
  await allowed.waitFor(() => expect(allowed.button('Delete').disabled).toBe(false))
  await allowed.press('Delete')
  await allowed.waitFor(() =>
    expect(allowed.server.get(pods, { namespace: 'shop', name: 'web' })).toBeUndefined(),
  )
})
