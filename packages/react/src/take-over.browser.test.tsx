import { isForbidden, isNotFound, StatusError } from '@kube-informer/core'
import { createFakeApiserver } from '@kube-informer/testing'
import { connectInformers } from '@kube-informer/worker'
import { act, memo, type ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInformerHooks } from './create-informer-hooks.ts'
import { createPageWorker, type PageWorker } from './test/page-worker.ts'
import { informers, type Pod, podNamed } from './test/pods.ts'
import { render } from './test/render.tsx'
import { shows } from './test/shows.ts'

const { InformerProvider, useByIndex, useConnectionStatus, useLister } = createInformerHooks(informers)

/** A connection whose workers the test can break, and a server with these Pods. */
function startPage(...pods: readonly string[]) {
  const server = createFakeApiserver({ objects: pods.map(name => podNamed(name)) })
  const workers: PageWorker[] = []
  const worker = (): Worker => {
    const pageWorker = createPageWorker(informers, server)
    workers.push(pageWorker)
    return pageWorker.worker
  }
  const connection = connectInformers(informers, { baseUrl: 'http://fake', worker })
  onTestFinished(() => connection.close())
  return { server, workers, connection }
}

const rowRendered = vi.fn()
const Row = memo(({ pod }: { readonly pod: Pod }): ReactNode => {
  rowRendered(pod.metadata?.name)
  return <i>{pod.metadata?.name}</i>
})

function Page(): ReactNode {
  const { state, restarts } = useConnectionStatus()
  const { data, error } = useByIndex('namespace', 'default')
  return (
    <p>
      {`${state} ${restarts} ${error?.message ?? ''}: `}
      {data.map(pod => (
        <Row key={pod.metadata?.uid} pod={pod} />
      ))}
    </p>
  )
}

test('rows stay, and none renders, while another worker takes over', async () => {
  const { server, workers, connection } = startPage('a', 'b')
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  await shows(element, /^ready 0 : ab$/)
  rowRendered.mockClear()
  const texts: (string | null)[] = []
  const observer = new MutationObserver(() => texts.push(element.textContent))
  observer.observe(element, { subtree: true, childList: true, characterData: true })
  await act(async () => workers[0]?.break())
  await shows(element, /^ready 1 : ab$/)
  server.create(podNamed('c'))
  await shows(element, /^ready 1 : abc$/)
  observer.disconnect()
  expect(texts.filter(text => !/: abc?$/.test(text ?? ''))).toEqual([])
  expect(rowRendered.mock.calls).toEqual([['c']])
})

test('every hook is empty after sign-out, with an error that gives the reason', async () => {
  const { connection } = startPage('a')
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Page />
    </InformerProvider>,
  )
  await shows(element, /^ready 0 : a$/)
  await act(() => connection.signOut())
  expect(element.textContent).toMatch(/^signedOut 0 signed out.*: $/)
})

test('the error of a forbidden scope is a StatusError that isForbidden accepts, across the worker', async () => {
  const { server, connection } = startPage('a')
  server.faults.add({ match: { path: '/namespaces/secret/' }, action: { type: 'status', code: 403 } })
  const errors: unknown[] = []
  const Secret = (): ReactNode => {
    const { error, status } = useLister({ namespace: 'secret' })
    errors.push(error)
    return <p>{`${isForbidden(error)} ${isNotFound(error)} ${error === status.error}`}</p>
  }
  const { element } = await render(
    <InformerProvider connection={connection}>
      <Secret />
    </InformerProvider>,
  )
  await shows(element, /^true false true$/)
  expect(errors.at(-1)).toBeInstanceOf(StatusError)
  expect(errors.at(-1)).toMatchObject({ code: 403, reason: 'Forbidden' })
})
