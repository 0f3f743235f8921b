import { defineInformers } from '@kube-informer/worker'
import { act, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { skipToken } from './context/skip-token.ts'
import { createInformerHooks } from './create-informer-hooks.ts'
import { keepPreviousData } from './placeholder.ts'
import { byNamespace, hooks, LIVE, names } from './test/pod-hooks.tsx'
import { informers, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { createFakeConnection } from './testing/create-fake-connection.ts'

const { InformerProvider, useByIndex, useLister } = hooks

function Names({ namespace }: { readonly namespace: string | null }): ReactNode {
  const { data, total } = useByIndex('namespace', namespace)
  return <p>{`${total}: ${names(data)}`}</p>
}

test('null disables a hook, and a value enables it again', async () => {
  const { connection, activeKeys, push } = createFakeConnection(informers)
  push(byNamespace('default'), { data: [podNamed('a')], total: 1 })
  const tree = (namespace: string | null): ReactNode => (
    <InformerProvider connection={connection}>
      <Names namespace={namespace} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(null))
  expect([element.textContent, activeKeys()]).toEqual(['0: ', []])
  await act(async () => root.render(tree('default')))
  expect(element.textContent).toBe('1: a')
  await act(async () => root.render(tree(null)))
  expect([element.textContent, activeKeys()]).toEqual(['0: ', []])
})

test('the result of a disabled hook is one frozen constant', async () => {
  const { connection } = createFakeConnection(informers)
  const seen = new Set<unknown>()
  const Off = (): ReactNode => {
    seen.add(useLister({ resource: null }))
    seen.add(useByIndex('namespace', undefined))
    return null
  }
  await render(
    <InformerProvider connection={connection}>
      <Off />
    </InformerProvider>,
  )
  expect(seen.size).toBe(1)
  expect([...seen].every(Object.isFrozen)).toBe(true)
})

test('the default resource applies to hooks that pass none; an explicit resource takes precedence', async () => {
  const two = defineInformers({ pods: informers.pods, others: informers.pods })
  const hooks = createInformerHooks(two, { resource: 'others' })
  const { connection, activeKeys } = createFakeConnection(two)
  const Page = (): ReactNode => hooks.useLister().total + hooks.useLister({ resource: 'pods' }).total
  await render(
    <hooks.InformerProvider connection={connection}>
      <Page />
    </hooks.InformerProvider>,
  )
  expect(activeKeys().map(key => JSON.parse(key).resource)).toEqual(['others', 'pods'])
})

test('skipToken disables a hook in place of a value, a key and a resource', async () => {
  const { connection, activeKeys } = createFakeConnection(informers)
  const Off = (): ReactNode => {
    const results = [
      useByIndex('namespace', skipToken),
      hooks.useObject(skipToken),
      useLister({ resource: skipToken }),
      hooks.useIndexValues(skipToken),
      hooks.useRelated(skipToken),
    ]
    return results.map(({ isEnabled, isPending, fetchStatus }) => `${isEnabled} ${isPending} ${fetchStatus} `)
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Off />
    </InformerProvider>,
  )
  expect(element.textContent).toBe('false true idle '.repeat(5))
  expect(activeKeys()).toEqual([])
})

function Switched({ enabled }: { readonly enabled: boolean }): ReactNode {
  const { data, isEnabled, isPending, isStale } = useByIndex('namespace', 'default', { enabled })
  return <p>{`${isEnabled} ${isPending} ${isStale}: ${names(data)}`}</p>
}

test('enabled: false ends the traffic and keeps the rows; true follows the slice again', async () => {
  const { connection, activeKeys, push } = createFakeConnection(informers)
  const tree = (enabled: boolean): ReactNode => (
    <InformerProvider connection={connection}>
      <Switched enabled={enabled} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(false))
  expect([element.textContent, activeKeys()]).toEqual(['false true false: ', []])
  await act(async () => root.render(tree(true)))
  await act(async () => push(byNamespace('default'), { data: [podNamed('a')], status: LIVE }))
  expect(element.textContent).toBe('true false false: a')
  await act(async () => root.render(tree(false)))
  expect([element.textContent, activeKeys()]).toEqual(['false false false: a', []])
  push(byNamespace('default'), { data: [podNamed('b')] })
  await act(async () => root.render(tree(true)))
  expect(element.textContent).toBe('true false false: b')
})

test('a disabled hook forgets its rows when the user signs out', async () => {
  const { connection, push, setStatus } = createFakeConnection(informers)
  push(byNamespace('default'), { data: [podNamed('a')], status: LIVE })
  const Kept = ({ namespace }: { readonly namespace: string | null }): ReactNode => {
    const { data } = useByIndex('namespace', namespace, { placeholderData: keepPreviousData })
    return names(data)
  }
  const tree = (enabled: boolean): ReactNode => (
    <InformerProvider connection={connection}>
      <Switched enabled={enabled} />
      <Kept namespace={enabled ? 'default' : null} />
    </InformerProvider>
  )
  const { element, root } = await render(tree(true))
  await act(async () => root.render(tree(false)))
  expect(element.textContent).toBe('false false false: aa')
  await act(async () => setStatus({ state: 'signedOut' }))
  expect(element.textContent).toBe('false true false: ')
})

test('a provider whose resource is undefined leaves the default of createInformerHooks', async () => {
  const two = defineInformers({ pods: informers.pods, others: informers.pods })
  const bound = createInformerHooks(two, { resource: 'others' })
  const { connection, activeKeys } = createFakeConnection(two)
  const Page = (): ReactNode => bound.useLister().total
  await render(
    <bound.InformerProvider connection={connection} resource={undefined}>
      <Page />
    </bound.InformerProvider>,
  )
  expect(activeKeys().map(key => JSON.parse(key).resource)).toEqual(['others'])
})
