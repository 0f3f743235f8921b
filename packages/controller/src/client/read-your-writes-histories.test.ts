import { type Fetch, isNotFound, type KubernetesObject } from '@kube-informer/core'
import { type ConfigMap, configMaps } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClientRig, clientRig, configMap } from '../test/client-rig.ts'
import { metadataOnly } from './metadata-only.ts'

/**
 * Random histories of one client and others who write the same objects, while watches are delayed, cut and expired, and
 * answers are lost. The oracle is the server: it notes the states of each key. A read must return a state that is as new
 * as the client's own last write before the read, and it must end.
 */

const HISTORIES = process.env.LONG ? 400 : 40

const NAMES = ['a', 'b', 'c'] as const
const name = fc.constantFrom(...NAMES)
const loss = fc.constantFrom('none', 'none', 'none', 'request', 'answer')
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('create', 'patch', 'apply', 'replace', 'delete', 'finalize', 'label'),
      name,
      loss,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteCollection'), name, loss }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('otherPut', 'otherDelete'), name, loss: fc.constant('none') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('get', 'list', 'metadata', 'metadataList'),
      name,
      loss: fc.constant('none'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('stall', 'stall', 'resume', 'cut', 'relist', 'wait', 'remove'),
      name,
      loss: fc.constant('none'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The states of each key: resourceVersions, and undefined where it is missing. */
class Oracle {
  readonly #states = new Map<string, (string | undefined)[]>(NAMES.map(each => [each, [undefined]]))
  readonly #own = new Map<string, number>()

  note({ server }: ClientRig): void {
    for (const [each, states] of this.#states) {
      const version = server.get(configMaps, `default/${each}`)?.metadata?.resourceVersion
      if (states.at(-1) !== version) states.push(version)
    }
  }

  /** The client has written a key: reads from now on must be as new as its state now. */
  wrote(key: string): void {
    this.#own.set(key, (this.#states.get(key)?.length ?? 1) - 1)
  }

  /** Returns the check of a read that starts now. */
  read(): (key: string, version: string | undefined) => void {
    const own = new Map(this.#own)
    return (key, version) => {
      const allowed = this.#states.get(key)?.slice(own.get(key) ?? 0)
      expect(allowed, key).toContain(version)
    }
  }
}

class History {
  loss = 'none'
  readonly rig: ClientRig
  readonly oracle = new Oracle()
  readonly reads: Promise<unknown>[] = []
  #count = 0

  constructor() {
    const wrapFetch =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const isLost = (init?.method ?? 'GET') !== 'GET' ? this.loss : 'none'
        if (isLost === 'request') throw new TypeError('lost')
        const response = await fetch(input, init)
        if (isLost !== 'answer') return response
        await response.text()
        throw new TypeError('lost')
      }
    this.rig = clientRig({ wrapFetch, cache: { defaultLabelSelector: 'hidden!=yes' } })
  }

  async do(step: Step): Promise<void> {
    this.loss = step.loss
    await (this.#write(step) ?? this.#read(step) ?? this.#disturb(step))
    await this.rig.clock.settle()
    this.loss = 'none'
    this.oracle.note(this.rig)
  }

  #write({ do: verb, name }: Step): Promise<void> | undefined {
    const { client, server } = this.rig
    const data = { count: String(this.#count++) }
    const at = { namespace: 'default', name }
    const object = configMap(name, data)
    const held = { ...object, metadata: { ...at, finalizers: ['example.com/x'] } } as ConfigMap
    const writes: Record<string, () => Promise<unknown>> = {
      create: () => client.create(configMaps, this.#count % 3 === 0 ? held : object),
      patch: () => client.patch(configMaps, at, { data }),
      apply: () => client.apply(configMaps, object, { fieldManager: 'me', force: true }),
      replace: () => client.replace(configMaps, object),
      delete: () => client.delete(configMaps, at),
      finalize: () => client.patch(configMaps, at, { metadata: { finalizers: null } }),
      label: () =>
        client.patch(metadataOnly(configMaps), at, {
          metadata: { labels: { hidden: this.#count % 2 ? 'yes' : 'no' } },
        }),
      deleteCollection: () => client.deleteCollection(configMaps, { namespace: 'default' }),
    }
    const write = writes[verb]
    if (!write) return undefined
    const before = server.rv
    const writing = write()
    writing.catch(() => {})
    // With a stalled watch cache, a consistent list of the server takes three seconds.
    return this.rig.clock
      .advance(5_000)
      .then(() => writing)
      .then(
        () => this.#wrote(verb, name),
        () => {
          if (server.rv !== before) this.#wrote(verb, name)
        },
      )
  }

  #wrote(verb: string, name: string): void {
    this.oracle.note(this.rig)
    for (const each of verb === 'deleteCollection' ? NAMES : [name]) this.oracle.wrote(each)
  }

  #read({ do: verb, name }: Step): Promise<void> | undefined {
    const { client } = this.rig
    const check = this.oracle.read()
    const form = verb.startsWith('metadata') ? metadataOnly(configMaps) : configMaps
    const checkOne = (key: string, found: KubernetesObject | undefined) => {
      // The cache excludes hidden objects, so that their absence says nothing.
      const version = found?.metadata?.resourceVersion
      // At the end: a read may return a state that the oracle has not noted yet.
      this.#checks.push(() => {
        if (version !== undefined || !this.#wasHidden.has(key)) check(key, version)
      })
    }
    if (verb === 'get' || verb === 'metadata') {
      const reading = client
        .get(form as typeof configMaps, { namespace: 'default', name })
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error
          return undefined
        })
      this.#start(reading.then(found => checkOne(name, found)))
    } else if (verb === 'list' || verb === 'metadataList') {
      const listing = client.list(form as typeof configMaps).then(({ items }) => {
        for (const key of NAMES)
          checkOne(
            key,
            items.find(({ metadata }) => metadata?.name === key),
          )
      })
      this.#start(listing)
    } else return undefined
    return Promise.resolve()
  }

  #ended = 0
  readonly #checks: (() => void)[] = []
  readonly #wasHidden = new Set<string>()

  noteHidden(): void {
    for (const { metadata } of this.rig.server.list(configMaps))
      if (metadata?.labels?.hidden === 'yes') this.#wasHidden.add(metadata.name ?? '')
  }

  #start(reading: Promise<void>): void {
    this.reads.push(reading)
    const end = () => {
      this.#ended++
    }
    reading.then(end, end)
  }

  async #disturb({ do: what, name }: Step): Promise<void> {
    const { server, clock, cache } = this.rig
    const object = configMap(name, { count: `other ${this.#count++}` })
    const stored = server.get(configMaps, `default/${name}`)
    if (what === 'otherPut') {
      if (stored) server.update({ ...stored, data: { count: `other ${this.#count++}` } } as ConfigMap)
      else server.create(object)
    } else if (what === 'otherDelete' && stored) server.delete(stored)
    else if (what === 'stall') server.stallWatchCache(configMaps)
    else if (what === 'resume') server.resumeWatchCache(configMaps)
    else if (what === 'cut') server.dropWatches()
    else if (what === 'relist') server.relist()
    else if (what === 'wait') await clock.advance(1_000)
    else if (what === 'remove' && this.reads.length === 0) await cache.removeInformer(configMaps)
  }

  async end(): Promise<void> {
    this.rig.server.resumeWatchCache(configMaps)
    await this.rig.clock.advance(120_000)
    expect(this.#ended).toBe(this.reads.length)
    await Promise.all(this.reads)
    for (const check of this.#checks) check()
    this.rig.controller.abort()
    await this.rig.clock.settle()
    expect(this.rig.clock.pendingTimers).toBe(0)
  }
}

test('C-CLI-28: random histories: no read misses an own write, and each read ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const history = new History()
      for (const each of steps) {
        await history.do(each)
        history.noteHidden()
      }
      await history.end()
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
}, 60_000)
