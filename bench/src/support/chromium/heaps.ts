import type { Browser, CDPSession } from 'playwright'

/** The memory of one thread after a collection, in bytes. */
export interface Heap {
  readonly type: 'page' | 'worker' | 'shared_worker'
  /** Objects, most strings, code. */
  readonly objects: number
  /** ArrayBuffers, and strings decoded from bytes, which Chromium stores outside the heap. */
  readonly buffers: number
  /** WebAssembly memories, which are included in neither. */
  readonly webAssembly: number
}

/** The heaps of all pages and workers of a browser whose URL has this prefix; a shared one counts once. */
export async function heapsOf(browser: Browser, url: string): Promise<readonly Heap[]> {
  const devTools = await browser.newBrowserCDPSession()
  // Without a filter, workers are excluded.
  const { targetInfos } = await devTools.send('Target.getTargets', { filter: [{}] })
  const heaps = new Map<string, Heap>()
  for (const target of targetInfos) {
    const { type } = target
    if (!target.url.startsWith(url) || !isThread(type)) continue
    const [isolate, heap] = await heapOf(await attach(devTools, target.targetId))
    heaps.set(isolate, { type, ...heap })
  }
  await devTools.detach()
  return [...heaps.values()]
}

/** The total of heaps, in bytes. */
export const sizeOfHeaps = (heaps: readonly Heap[]): number =>
  heaps.reduce((sum, { objects, buffers, webAssembly }) => sum + objects + buffers + webAssembly, 0)

const isThread = (type: string): type is Heap['type'] => ['page', 'worker', 'shared_worker'].includes(type)

type Ask = (method: string, params?: object) => Promise<unknown>

/** Playwright has sessions for pages only, so a worker is reached through the session of the browser. */
async function attach(devTools: CDPSession, targetId: string): Promise<Ask> {
  const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: false })
  let lastId = 0
  const waiting = new Map<number, (answer: { readonly result: unknown; readonly error?: unknown }) => void>()
  devTools.on('Target.receivedMessageFromTarget', event => {
    if (event.sessionId !== sessionId) return
    const answer = JSON.parse(event.message)
    waiting.get(answer.id)?.(answer)
  })
  return async (method, params = {}) => {
    const id = ++lastId
    const answered = new Promise<{ readonly result: unknown; readonly error?: unknown }>(resolve => {
      waiting.set(id, resolve)
    })
    const message = JSON.stringify({ id, method, params })
    await devTools.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
}

async function heapOf(ask: Ask): Promise<readonly [isolate: string, heap: Omit<Heap, 'type'>]> {
  const { id } = (await ask('Runtime.getIsolateId')) as { readonly id: string }
  const webAssembly = await webAssemblyOf(ask)
  // The first collection releases references that the second can free.
  for (let time = 0; time < 2; time++) await ask('HeapProfiler.collectGarbage')
  const usage = (await ask('Runtime.getHeapUsage')) as {
    readonly usedSize: number
    readonly backingStorageSize: number
  }
  return [id, { objects: usage.usedSize, buffers: usage.backingStorageSize, webAssembly }]
}

/** DevTools reports no total, so this sums up all live memories. */
async function webAssemblyOf(ask: Ask): Promise<number> {
  const expression = 'WebAssembly.Memory.prototype'
  const prototype = (await ask('Runtime.evaluate', { expression })) as RemoteResult
  const found = (await ask('Runtime.queryObjects', {
    prototypeObjectId: prototype.result.objectId,
    objectGroup: 'heaps',
  })) as { readonly objects: { readonly objectId: string } }
  const sum = (await ask('Runtime.callFunctionOn', {
    objectId: found.objects.objectId,
    functionDeclaration:
      'function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) }',
  })) as RemoteResult
  await ask('Runtime.releaseObjectGroup', { objectGroup: 'heaps' })
  await ask('Runtime.releaseObject', { objectId: prototype.result.objectId })
  return Number(sum.result.value)
}

interface RemoteResult {
  readonly result: { readonly objectId: string; readonly value?: unknown }
}
