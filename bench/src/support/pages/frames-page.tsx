import { createInformerHooks } from '@kube-informer/react'
import type { Pod } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { connect } from './connect.ts'
import { countFrames } from './count-frames.ts'
import { informers } from './informers.ts'
import { type LongTask, watchLongTasks } from './long-tasks.ts'
import { messageSize } from './message-size.ts'
import { PodTable } from './pod-table.tsx'

/** The activity of the page since the last call. */
export interface FramesSeen {
  readonly seconds: number
  readonly frames: number
  readonly longTasks: readonly LongTask[]
  readonly messages: number
  readonly bytes: number
  /** The rows of the table, and the total that it displays. */
  readonly rows: number
  readonly total: number
  /** The highest resourceVersion on the screen. */
  readonly version: number
}

declare global {
  // Playwright can call global functions only.
  /** Shows the first Pods; resolves when they are shown. */
  var show: (options: {
    readonly cluster: string
    readonly count: number
    readonly rows: number
  }) => Promise<void>
  var seenSince: () => FramesSeen
}

const hooks = createInformerHooks(informers)
const root: Root = createRoot(document.getElementById('root') ?? document.body)
const crossed = { messages: 0, bytes: 0 }
const shown = { rows: 0, total: 0, version: 0 }
const frames = countFrames()
let before = { at: performance.now(), frames: 0 }
let longTasks = watchLongTasks()

globalThis.show = async ({ cluster, count, rows }) => {
  const isComplete = Promise.withResolvers<void>()
  const connection = connect({
    baseUrl: `/${cluster}`,
    identity: 'bench',
    onWorker: worker =>
      worker.addEventListener('message', ({ data }) => {
        crossed.messages++
        crossed.bytes += messageSize(data)
      }),
  })
  const onShown = (total: number) => total === count && isComplete.resolve()
  root.render(
    <hooks.InformerProvider connection={connection as Connection<typeof informers>} resource="pods">
      <WindowOfPods rows={rows} onShown={onShown} />
    </hooks.InformerProvider>,
  )
  await isComplete.promise
}

function WindowOfPods({
  rows,
  onShown,
}: {
  readonly rows: number
  readonly onShown: (total: number) => void
}) {
  const { data, total } = hooks.useLister({ window: { offset: 0, limit: rows } })
  const pods = data as readonly Pod[]
  useEffect(() => {
    shown.rows = pods.length
    shown.total = total
    for (const { metadata } of pods) shown.version = Math.max(shown.version, Number(metadata.resourceVersion))
    onShown(total)
  }, [pods, total, onShown])
  return <PodTable rows={pods} />
}

globalThis.seenSince = () => {
  const now = { at: performance.now(), frames: frames() }
  const seen = {
    seconds: (now.at - before.at) / 1_000,
    frames: now.frames - before.frames,
    longTasks: longTasks(),
    ...crossed,
    ...shown,
  }
  before = now
  longTasks = watchLongTasks()
  crossed.messages = crossed.bytes = 0
  return seen
}
