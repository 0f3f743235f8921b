import {
  createKubeClient,
  createListWatch,
  type InformerStatus,
  type KubernetesObject,
  SharedIndexInformer,
} from '@kube-informer/core'
import { createInformerHooks } from '@kube-informer/react'
import { type Pod, pods } from '@kube-informer/testing'
import type { Connection, SliceObserver } from '@kube-informer/worker'
import { Profiler, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { connect, windowOf } from './connect.ts'
import { countFrames, onEachFrame } from './count-frames.ts'
import { informers } from './informers.ts'
import { watchLongTasks } from './long-tasks.ts'
import { PodTable } from './pod-table.tsx'

interface Options {
  readonly how: string
  readonly count: number
  readonly events: number
  readonly perSecond: number
}

type Measured = Readonly<Record<'mainMs' | 'commits' | 'renderMs' | 'frames' | 'longTasks', number>>

declare global {
  // Playwright can call global functions only.
  var commits: (options: Options) => Promise<Measured>
  /** The CPU time of the main thread so far, in ms. */
  var mainThreadMs: () => Promise<number>
}

const ROWS = 50
const hooks = createInformerHooks(informers)

globalThis.commits = async ({ how, count, events, perSecond }) => {
  let commits = 0
  let renderMs = 0
  const isReady = Promise.withResolvers<void>()
  const onRender = (_id: string, _phase: string, actualMs: number) => {
    commits++
    renderMs += actualMs
  }
  const table = SLICES[how]?.(isReady.resolve) ?? (await pageTable(how, count, isReady.resolve))
  const root = createRoot(document.getElementById('root') ?? document.body)
  root.render(
    <Profiler id="table" onRender={onRender}>
      {table}
    </Profiler>,
  )
  await isReady.promise
  const frames = countFrames()
  const longTasks = watchLongTasks()
  commits = 0
  renderMs = 0
  const mainThreadBefore = await mainThreadMs()
  await fetch(`/control/k8s/go?events=${events}&perSecond=${perSecond}`)
  const seconds = events / perSecond
  await new Promise(resolve => setTimeout(resolve, seconds * 1_000 + 200))
  const thousands = events / 1_000
  const mainMs = (await mainThreadMs()) - mainThreadBefore
  return {
    mainMs: mainMs / thousands,
    commits: commits / thousands,
    renderMs: renderMs / thousands,
    frames: frames() / (seconds + 0.2),
    longTasks: longTasks().length,
  }
}

/** kube-informer: the informer in a worker, fifty rows in the page. */
function hookTable(onReady: () => void) {
  const connection = connect() as Connection<typeof informers>
  return (
    <hooks.InformerProvider connection={connection} resource="pods">
      <WindowOfPods onReady={onReady} />
    </hooks.InformerProvider>
  )
}

/** The same slice without the hooks of kube-informer. */
function observedTable(onReady: () => void) {
  const observer = connect().observe(windowOf(ROWS))
  return <ObservedPods observer={observer} onReady={onReady} />
}

const SLICES: Readonly<Record<string, (onReady: () => void) => ReactNode>> = {
  hook: hookTable,
  observe: observedTable,
}

function WindowOfPods({ onReady }: { readonly onReady: () => void }) {
  const { data, status } = hooks.useLister({ window: { offset: 0, limit: ROWS } })
  useReady(status, onReady)
  return <PodTable rows={data as readonly Pod[]} />
}

interface ObservedPodsProps {
  readonly observer: SliceObserver<KubernetesObject>
  readonly onReady: () => void
}

function ObservedPods({ observer, onReady }: ObservedPodsProps) {
  const { data, status } = useSyncExternalStore(observer.subscribe, observer.getState)
  useReady(status, onReady)
  return <PodTable rows={data as readonly Pod[]} />
}

function useReady({ data, link }: InformerStatus, onReady: () => void): void {
  const isLive = data === 'complete' && link === 'live'
  useEffect(() => {
    if (isLive) onReady()
  }, [isLive, onReady])
}

/** A page without a worker; for the floor, a state that changes on each frame and renders nothing. */
async function pageTable(how: string, count: number, onReady: () => void) {
  if (how === 'frames') return <FrameCounter onReady={onReady} />
  const client = createKubeClient({ baseUrl: '/k8s' })
  const informer = new SharedIndexInformer<Pod>({ listerWatcher: createListWatch(client, pods) })
  void informer.run(new AbortController().signal)
  await informer.synced()
  if (informer.indexer.size !== count) throw new Error(`${informer.indexer.size} objects`)
  return <PodsOfPage informer={informer} onReady={onReady} />
}

interface PodsOfPageProps {
  readonly informer: SharedIndexInformer<Pod>
  readonly onReady: () => void
}

function PodsOfPage({ informer, onReady }: PodsOfPageProps) {
  const [rows, setRows] = useState<readonly Pod[]>([])
  useEffect(() => {
    const show = () => setRows(informer.indexer.list().slice(0, ROWS))
    const registration = informer.addEventHandler({ onAdd: show, onUpdate: show, onDelete: show })
    // The initial adds have been delivered by then.
    setTimeout(onReady, 500)
    return () => registration.remove()
  }, [informer, onReady])
  return <PodTable rows={rows} />
}

function FrameCounter({ onReady }: { readonly onReady: () => void }) {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    onEachFrame(() => setFrame(count => count + 1))
    onReady()
  }, [onReady])
  return frame
}
