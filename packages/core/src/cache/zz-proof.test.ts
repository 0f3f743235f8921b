import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../api/object.ts'
import { parseLabelSelector } from '../api/selectors.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { objectDecoder } from '../client/item-decoder.ts'
import { readWatch } from '../client/watch-stream.ts'
import { defineResource } from '../api/resource.ts'
import { createMemorySnapshotStore } from '../snapshot/memory-snapshot-store.ts'
import { informerOver, recorder } from '../test/informer-rig.ts'
import { endOfInitialEvents, reflectorOver } from '../test/reflector-rig.ts'
import { added, bookmark, pod, podList } from '../test/scripted-lister-watcher.ts'

const open = { reads: [], stayOpen: true }
const res = defineResource<KubernetesObject>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

describe('proof', () => {
  test('1 watch-list stopped by observer at onWatchOpen is closed', async () => {
    const clock = new FakeClock()
    const { lw, controller, informer, start } = informerOver(clock, { lists: [podList(1)], watches: [{ reads: [[added(pod('a', 1)), endOfInitialEvents(2)]], stayOpen: true }] }, { watchList: true })
    informer.subscribeStatus(s => { if (s.link === 'live') controller.abort() })
    await start()
    await clock.settle()
    expect({ open: lw.open, timers: clock.pendingTimers }).toEqual({ open: 0, timers: 0 })
  })
  test('2 wrong kind in watch list', async () => {
    const clock = new FakeClock()
    const { controller, informer, start, lw } = informerOver(clock, { lists: [podList(1)], watches: [{ reads: [[added(pod('a', 1)), added({ ...pod('n', 1), kind: 'Node' }), endOfInitialEvents(2)]], stayOpen: true }] }, { watchList: true })
    Object.assign(lw, { kind: 'Pod' })
    const done = start()
    await clock.settle()
    expect(informer.indexer.listKeys()).toEqual(['default/a'])
    controller.abort(); await done
  })
  test('3 status listener mid-batch', async () => {
    const clock = new FakeClock()
    const { controller, informer, start } = informerOver(clock, { lists: [podList(1)], watches: [{ reads: [[added(pod('a', 2)), added(pod('bad', 3)), added(pod('c', 4))]], stayOpen: true }] },
      { indexers: { x: o => { if (o.metadata?.name === 'bad') throw new Error('bad'); return [] } } })
    const { log, ...handler } = recorder()
    const seen: number[] = []
    let once = false
    informer.subscribeStatus(s => { if (s.error && !once) { once = true; seen.push(informer.indexer.size); informer.addEventHandler(handler) } })
    const done = start()
    await clock.settle()
    expect({ seen, log }).toEqual({ seen: [2], log: ['add a@2 initial', 'add c@4 initial'] })
    controller.abort(); await done
  })
  test('4 handler that aborts in its first event: no save, status stays', async () => {
    const clock = new FakeClock()
    const memory = createMemorySnapshotStore<KubernetesObject>()
    const saves: boolean[] = []
    const rig = informerOver(clock, { lists: [podList(1)], watches: [{ reads: [], stayOpen: true }] }, { snapshotStore: { load: s => memory.load(s), save: async (c, s) => { saves.push(s.aborted); await memory.save(c, s) } } })
    rig.informer.addEventHandler({ onAdd: () => rig.controller.abort() })
    const after: string[] = []
    rig.informer.subscribeStatus(s => { if (rig.controller.signal.aborted) after.push(`${s.link} ${s.data}`) })
    const lists = [podList(1, pod('a', 1))]
    const rig2 = informerOver(clock, { lists, watches: [open] }, {})
    let stops = 0
    rig2.informer.addEventHandler({ onAdd: () => { rig2.controller.abort() } })
    rig2.informer.subscribeStatus(s => { if (rig2.controller.signal.aborted) after.push(`${s.link} ${s.data}`) })
    await rig2.start(); await clock.settle()
    expect({ after, stops, synced: rig2.informer.hasSynced() }).toEqual({ after: ['stopped none'], stops: 0, synced: false })
  })
  test('4b save after abort', async () => {
    const clock = new FakeClock()
    const saves: boolean[] = []
    let rv = 2
    const rig = informerOver(clock, { lists: [podList(1)], watches: [] }, { snapshotStore: { load: async () => undefined, save: async (_, s) => { saves.push(s.aborted) } } })
    let push: (() => void) | undefined
    rig.lw.watch = async (_o, { signal }) => (async function* () {
      for (;;) {
        await new Promise<void>(r => { push = r; signal.addEventListener('abort', () => r(), { once: true }) })
        if (signal.aborted) return
        yield [added(pod('b', rv++))]
      }
    })()
    rig.informer.addEventHandler({ onAdd: () => rig.controller.abort() })
    const done = rig.start()
    await clock.advance(5_000)
    push?.()
    await done
    await clock.settle()
    expect(saves.filter(Boolean)).toEqual([])
  })
  test('5 unstarted readWatch closes its body', async () => {
    let cancelled = 0
    const body = new ReadableStream<Uint8Array>({ cancel: () => { cancelled++ } })
    const it = readWatch(body, { decoder: objectDecoder(res) })[Symbol.asyncIterator]()
    await it.return?.()
    expect(cancelled).toBe(1)
  })
  test('6 list body that breaks says what', async () => {
    const client = createKubeClient({ baseUrl: 'http://x', fetch: async () => new Response(new ReadableStream({ start: c => { c.enqueue(new TextEncoder().encode('{"kind":"PodList","items":[')) }, pull: c => c.error(new TypeError('network error')) }), { headers: { 'content-type': 'application/json' } }) })
    const e = await client.list(res).catch((x: unknown) => x)
    expect(String(e)).toContain('list pods')
    const g = await client.get(res, { name: 'a' }).catch((x: unknown) => x)
    expect(String(g)).toContain('get pods')
  })
  test('6b truncated list says what', async () => {
    const client = createKubeClient({ baseUrl: 'http://x', fetch: async () => new Response('{"kind":"PodList","items":[', { headers: { 'content-type': 'application/json' } }) })
    const e = await client.list(res).catch((x: unknown) => x)
    expect(String(e)).toContain('list pods')
  })
  test('7 numeric selector', () => {
    const m = parseLabelSelector('a>-1')
    expect([m({ a: '' }), m({ a: '1.5' }), m({ a: '0x10' }), m({ a: '3' })]).toEqual([false, false, false, true])
  })
  test('8 tracker proof timer after stop in listener', async () => {
    const clock = new FakeClock()
    const rig = informerOver(clock, { lists: [podList(9)], watches: [open] }, { snapshotStore: { load: async () => ({ resourceVersion: '7', objects: [pod('a', 5)] }), save: async () => {} } })
    rig.informer.subscribeStatus(s => { if (s.link === 'live') rig.controller.abort() })
    await rig.start(); await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })
  test('9 throwing metrics', async () => {
    const clock = new FakeClock()
    const rig = informerOver(clock, { lists: [podList(9)], watches: [open] }, { metrics: { observe: () => { throw new Error('m') }, processing: (f: () => void) => f() } as never })
    const run = rig.start().then(() => 'ok', e => String(e))
    await clock.settle()
    rig.controller.abort()
    expect(await run).toBe('ok')
  })
  test('10 relist error after stop', () => { void bookmark; void reflectorOver })
})
