import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { memo, Profiler, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hooks } from './test/pod-hooks.tsx'
import { informers, type Pod, podNamed } from './test/pods.ts'

const { InformerProvider, useByIndex, useObject } = hooks

const nextFrame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve))
const until = (isTrue: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: 10_000, interval: 1 })

/** One informer for all of them, instead of one for each object. */
const ONE_INFORMER = { scope: { namespace: '' } }

/** Pods whose names are in the order of their numbers. */
const podOf = (number: number, phase = 'Running'): Pod =>
  podNamed(`p-${String(number).padStart(3, '0')}`, phase)

/** Renders without `act`, as an application does. */
function show(
  count: number,
  ui: ReactNode,
): { server: FakeApiserver; connection: Connection<typeof informers> } {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const server = createFakeApiserver({ objects: Array.from({ length: count }, (_, number) => podOf(number)) })
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
    connection.close()
  })
  root.render(<InformerProvider connection={connection}>{ui}</InformerProvider>)
  return { server, connection }
}

test('50 components that each follow one key: an event renders one of them', async () => {
  const renders = new Array<number>(50).fill(0)
  const phases = new Array<string | undefined>(50).fill(undefined)
  const Followed = memo(({ number }: { readonly number: number }): ReactNode => {
    const { data, isStale } = useObject(`default/${podOf(number).metadata?.name}`, ONE_INFORMER)
    renders[number] = (renders[number] ?? 0) + 1
    phases[number] = isStale ? undefined : data?.status?.phase
    return null
  })
  const { server } = show(
    50,
    renders.map((_, number) => <Followed key={podOf(number).metadata?.name} number={number} />),
  )
  await until(() => phases.every(phase => phase === 'Running'))
  for (const number of [7, 31]) {
    const before = [...renders]
    server.update(podOf(number, 'Failed'))
    await until(() => phases[number] === 'Failed')
    await nextFrame()
    await nextFrame()
    expect(renders.map((count, at) => count - (before[at] ?? 0))).toEqual(
      renders.map((_, at) => Number(at === number)),
    )
  }
})

test('a window under 1,000 events: at most one commit a frame, and none when nothing visible has changed', async () => {
  const [rows, all, events] = [50, 100, 1_000]
  let commits = 0
  let phases: readonly (string | undefined)[] = []
  const Window = (): ReactNode => {
    const { data } = useByIndex('namespace', 'default', { window: { offset: 0, limit: rows } })
    phases = data.map(({ status }) => status?.phase)
    return <p>{phases.join(' ')}</p>
  }
  const { server, connection } = show(
    all,
    <Profiler id="window" onRender={() => commits++}>
      <Window />
    </Profiler>,
  )
  await until(() => phases.length === rows)

  let frames = 0
  let isCounting = true
  const count = (): void => {
    if (!isCounting) return
    frames++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  commits = 0
  for (let event = 1; event <= events; event++) {
    server.update(podOf(event % all, `phase-${event}`))
    if (event % 17 === 0) await nextFrame()
  }
  // The last change of the last row of the window.
  await until(() => phases.at(-1) === `phase-${events - all + rows - 1}`)
  isCounting = false
  expect(commits).toBeGreaterThan(0)
  expect(commits).toBeLessThanOrEqual(frames)

  // Changes outside the window. A slice of one of these Pods shows when the page has received them.
  let last: string | undefined
  const outside = { resource: 'pods', slice: { target: { type: 'key', key: 'default/p-099' } } } as const
  const unsubscribe = connection.subscribe(outside, ({ data: [pod] }) => {
    last = pod?.status?.phase
  })
  onTestFinished(unsubscribe)
  await until(() => last !== undefined)
  commits = 0
  for (let event = 0; event < 200; event++) {
    server.update(podOf(rows + (event % rows), `unseen-${event}`))
    if (event % 17 === 0) await nextFrame()
  }
  await until(() => last === 'unseen-199')
  await nextFrame()
  expect(commits).toBe(0)
})
