import { isForbidden, systemClock } from '@kube-informer/core'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { informers, podNamed } from '../test/pods.ts'
import { createTestInformers } from './create-test-informers.ts'
import { type RenderOptions, renderWithInformers } from './render-with-informers.ts'

const { useByIndex, useLister } = createInformerHooks(informers)

function Names(): ReactNode {
  const { data, error } = useLister()
  if (isForbidden(error)) return 'forbidden'
  return data.map(({ metadata }) => metadata?.name).join(' ')
}

async function renderPods(ui: ReactNode, options: Partial<RenderOptions<typeof informers>> = {}) {
  const view = await renderWithInformers(ui, { informers, objects: [podNamed('a')], ...options })
  onTestFinished(() => view[Symbol.asyncDispose]())
  return { view, shows: (text: string) => view.waitFor(() => expect(view.container.textContent).toBe(text)) }
}

test('rows appear when time passes, and follow the server', async () => {
  const { view, shows } = await renderPods(<Names />)
  expect(view.container.textContent).toBe('')
  await view.advance()
  expect(view.container.textContent).toBe('a')
  view.server.create(podNamed('b'))
  await shows('a b')
  view.server.delete(podNamed('a'))
  await shows('b')
})

test('a broken watch takes virtual time only', async () => {
  const { view, shows } = await renderPods(<Names />)
  await shows('a')
  view.server.faults.add({ match: { watch: true }, times: 3, action: { type: 'status', code: 500 } })
  view.server.dropWatches()
  view.server.create(podNamed('b'))
  await view.advance(120_000)
  expect(view.container.textContent).toBe('a b')
})

test('faults are those of the first request too', async () => {
  const faults = [{ match: { resource: 'pods' }, action: { type: 'status', code: 403 } }] as const
  const { shows } = await renderPods(<Names />, { faults })
  await shows('forbidden')
})

test('an effect that renders something else is followed by its rows', async () => {
  const Later = (): ReactNode => {
    const [namespace, setNamespace] = useState<string>()
    const { data } = useByIndex('namespace', namespace)
    useEffect(() => setNamespace('default'), [])
    return data.length
  }
  const { shows } = await renderPods(<Later />)
  await shows('1')
})

test('rerender keeps the rows, and unmount removes the element', async () => {
  const { view, shows } = await renderPods(<Names />)
  await shows('a')
  await view.rerender(<p>{<Names />}</p>)
  expect(view.container.innerHTML).toBe('<p>a</p>')
  await view.unmount()
  expect(view.container.isConnected).toBe(false)
})

test('what never holds fails with its own error, in virtual time', async () => {
  const { view } = await renderPods(<Names />)
  const waiting = view.waitFor(() => expect(view.container.textContent).toBe('z'), { timeoutMs: 5_000 })
  await expect(waiting).rejects.toThrow("expected 'a' to be 'z'")
})

test('in real time, the same test waits', async () => {
  const { shows } = await renderPods(<Names />, { clock: systemClock })
  await shows('a')
})

test('two tests have two servers', async () => {
  const [one, two] = await Promise.all([
    createTestInformers({ informers, objects: [podNamed('a')] }),
    createTestInformers({ informers }),
  ])
  expect([one.server.rv === two.server.rv, one.connection === two.connection]).toEqual([false, false])
  for (const { close } of [one, two]) close()
})
