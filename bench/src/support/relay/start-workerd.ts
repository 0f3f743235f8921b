import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { inspectedHeap } from './inspected-heap.ts'
import { send } from './send.ts'

/** Linux counts CPU time in hundredths of a second, and memory in pages of 4 KB. */
const TICK_MS = 10
const PAGE_BYTES = 4096

const NAME = 'server'

/** A workerd process with the Durable Object of a file in this folder. */
export interface Workerd {
  readonly url: string
  /** CPU time of the process. */
  cpuMs(): number
  /** Resident memory of the process, in bytes. */
  resident(): number
  /** The JavaScript heap after full garbage collections, in bytes, with the buffers outside of it. */
  heap(): Promise<number>
  close(): Promise<void>
}

/** Starts workerd, with a socket that leads to the Worker of a file without a proxy. Linux only. */
export async function startWorkerd(className: string, { file = 'workerd' } = {}): Promise<Workerd> {
  const { outputFiles } = await build({
    entryPoints: [new URL(`./${file}.ts`, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@kube-informer/source'],
    target: 'es2023',
  })
  const before = new Set(workerdProcesses())
  const miniflare = new Miniflare({
    name: NAME,
    modules: true,
    script: outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-07-01',
    // As the README of the relay requires.
    compatibilityFlags: ['enable_request_signal'],
    durableObjects: { SERVER: { className, useSQLite: true } },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    inspectorPort: 0,
  })
  const url = (await miniflare.unsafeGetDirectURL(NAME)).origin
  const pid = workerdProcesses().find(process => !before.has(process))
  if (pid === undefined) throw new Error('workerd does not run')
  const inspector = await miniflare.getInspectorURL()
  return {
    url,
    cpuMs: () => {
      // The name of the process, in parentheses, may contain spaces.
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const [user, system] = rest.split(' ').slice(11, 13)
      return (Number(user) + Number(system)) * TICK_MS
    },
    resident: () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES,
    heap: () => inspectedHeap(`${inspector}core:user:${NAME}`, () => send(`${url}/ok`)),
    close: () => miniflare.dispose(),
  }
}

/** The children of this process that are workerd. */
function workerdProcesses(): number[] {
  const tasks = readdirSync('/proc/self/task')
  const children = tasks.flatMap(task => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
  return children
    .filter(child => child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('workerd'))
    .map(Number)
}
