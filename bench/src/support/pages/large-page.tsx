import type { Pod } from '@kube-informer/testing'
import type { Subscription } from '@kube-informer/worker'
import { connect, until } from './connect.ts'
import { pickedInformers } from './picked-informers.ts'

interface Options {
  readonly count: number
  readonly identity?: string
}

declare global {
  // Playwright can call global functions only.
  /** Shows a namespace; resolves with the names of all namespaces when all Pods are in the worker. */
  var load: (options: Options) => Promise<readonly string[]>
  /** Shows another namespace; returns the time until its rows were painted, in ms. */
  var switchTo: (namespace: string) => Promise<number>
  /** The floor: a worker that stores the texts of the Pods; returns their number. */
  var loadTexts: () => Promise<number>
}

const ROWS = 50

const rowsOf = (namespace: string): Subscription => ({
  resource: 'pods',
  slice: {
    target: { type: 'index', index: 'namespace', value: namespace },
    window: { offset: 0, limit: ROWS },
  },
})

/** Renders rows without a framework. */
function paint(rows: readonly Pod[]): void {
  const lines = rows.map(({ metadata, spec, status }) => {
    const line = document.createElement('tr')
    for (const text of [metadata.name, spec?.nodeName, status?.phase, metadata.creationTimestamp]) {
      line.insertCell().textContent = text ?? ''
    }
    return line
  })
  document.getElementById('root')?.replaceChildren(...lines)
}

/** Animation frame callbacks run before painting; the next frame starts after it. */
const painted = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

globalThis.load = async ({ count, identity }) => {
  const connection = connect({ identity, script: '/picking-worker.js', definitions: pickedInformers })
  const namespaces: string[] = []
  await until(
    connection,
    { resource: 'pods', slice: { window: { offset: 0, limit: 0 }, groupBy: 'namespace' } },
    ({ total, groups }) => {
      if (total === count) namespaces.push(...groups.map(({ value }) => value))
      return total === count
    },
  )
  let leave: (() => void) | undefined
  globalThis.switchTo = async namespace => {
    leave?.()
    const started = performance.now()
    const { stop } = await until<Pod>(connection, rowsOf(namespace), ({ data }) => {
      const isThere = data.length > 0 && data.every(({ metadata }) => metadata.namespace === namespace)
      if (isThere) paint(data)
      return isThere
    })
    leave = stop
    await painted()
    return performance.now() - started
  }
  return namespaces
}

globalThis.loadTexts = () => {
  const worker = new Worker('/texts-worker.js', { type: 'module' })
  return new Promise(resolve => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.postMessage('load')
  })
}
