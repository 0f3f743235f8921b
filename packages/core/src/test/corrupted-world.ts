import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { ProtocolError } from '../api/errors.ts'
import type { MemberPath } from '../api/field-path.ts'
import { metaNamespaceKey } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Row } from '../api/row.ts'
import { readMembers } from '../api/value-path.ts'
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.ts'
import type { Encoding } from '../client/collections/encodings.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import { COMMON_MESSAGES } from '../protobuf/data/common-messages.ts'
import { MessageTable } from '../protobuf/message-table.ts'
import { enveloped, MessageWriter } from '../protobuf/message-writer.ts'
import { readObject as readProtobufObject } from '../protobuf/read-object.ts'
import { readObject } from '../row/read-row.ts'
import { type CorruptingFetch, createCorruptingFetch, type StruckAnswer } from './corrupting-fetch.ts'

const MINUTE = 60_000

const small = (name: string, extra: Partial<Pod> = {}): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, labels: { app: name } } as Pod['metadata'],
  spec: { nodeName: 'node-1', containers: [] },
  ...extra,
})
const OBJECTS: readonly Pod[] = [
  small('a'),
  small('b', {
    metadata: { name: 'b', namespace: 'other', annotations: { note: 'grüße, 世界 🎉 "}\\' } } as never,
  }),
  small('c'),
  ...generatePods({ count: 1, seed: 1 }),
]

/** What the informer stores, and how it receives its initial list. */
export interface Form {
  readonly form: 'object' | 'row'
  /** What is cut out is never read, so a break in there may pass unnoticed. */
  readonly trim: readonly MemberPath<Pod>[]
  readonly watchList?: boolean
  /** @default 'json' */
  readonly encoding?: Encoding
}
/** Whole objects and trimmed ones. */
export const FORMS: readonly Form[] = [
  { form: 'object', trim: [] },
  { form: 'object', trim: ['metadata.managedFields'] },
  { form: 'row', trim: [] },
  { form: 'row', trim: ['metadata.managedFields'] },
]

/** Forms whose responses are protobuf, which has no checksum: most corruptions are lies. */
export const PROTOBUF_FORMS: readonly Form[] = [
  { form: 'row', trim: [], encoding: 'protobuf' },
  { form: 'row', trim: ['metadata.managedFields'], encoding: 'protobuf' },
  { form: 'row', trim: ['metadata.managedFields', 'spec', 'status.phase'], encoding: 'protobuf' },
]

const table = new MessageTable(COMMON_MESSAGES)
const writer = new MessageWriter(table)

/** The Pod with the empty members that Go writes in JSON. */
function withZeros(pod: Pod): Pod {
  const bytes = writer.write(table.knownKind({ apiVersion: 'v1', kind: 'Pod' }), { ...pod })
  return readProtobufObject(table, enveloped('v1', 'Pod', bytes)) as Pod
}

/** The items of a list in protobuf, decoded as a whole; undefined if it cannot be, or if an item has no name. */
export function plainProtobufList(bytes: Uint8Array): readonly KubernetesObject[] | undefined {
  try {
    const { kind, items } = readProtobufObject(table, bytes) as KubernetesObject & {
      readonly items?: readonly KubernetesObject[]
    }
    return kind === 'PodList' && items?.every(({ metadata }) => metadata?.name) ? items : undefined
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}

/** One informer on a server behind a network that can be told to corrupt. */
export class World {
  readonly clock: FakeClock = new FakeClock()
  readonly server: FakeApiserver
  readonly network: CorruptingFetch
  readonly informer: SharedIndexInformer<Pod | Row<Pod>>
  readonly #stopping = new AbortController()
  /** A Pod as the server has it. */
  readonly #asStored: (pod: Pod) => Pod
  readonly #trim: readonly string[]
  /** Every state that the server ever had of an object, as text. */
  readonly #truths = new Set<string>()
  #running: Promise<void> = Promise.resolve()

  constructor({ form, trim, watchList = false, encoding = 'json' }: Form) {
    const random = seededRandom(1)
    this.#asStored = encoding === 'json' ? pod => pod : withZeros
    this.#trim = encoding === 'json' ? [] : trim
    const objects = OBJECTS.map(this.#asStored)
    this.server = createFakeApiserver({ clock: this.clock, random, objects })
    this.network = createCorruptingFetch(this.server.fetch)
    const client = createKubeClient({ baseUrl: 'http://fake', fetch: this.network.fetch })
    const listerWatcher =
      form === 'row'
        ? createListWatch(client, pods, { form, trim, encoding })
        : createListWatch(client, pods, { trim })
    this.informer = new SharedIndexInformer<Pod | Row<Pod>>({
      listerWatcher: listerWatcher as never,
      watchList,
      clock: this.clock,
      random,
    })
    this.#note()
  }

  start(): Promise<void> {
    this.#running = this.informer.run(this.#stopping.signal)
    return this.clock.settle()
  }

  /** Five writes at once: they leave the server in one piece. */
  async write(): Promise<void> {
    const { server } = this
    const [first, second, third] = server.list(pods)
    if (!first || !second || !third) throw new Error('the server has lost its Pods')
    server.update(first)
    server.create(this.#asStored(small('d')))
    this.#note()
    server.delete(second)
    server.update(third)
    this.#note()
    server.create({ ...second, metadata: { ...second.metadata, uid: 'anew' } })
    this.#note()
    await this.clock.settle()
  }

  /** Every object anew, and the list once more; twice, since a lie about a version may come true once. */
  async healLies(): Promise<void> {
    for (let time = 0; time < 2; time++) {
      for (const pod of this.server.list(pods)) this.server.update(pod)
      this.server.relist()
      await this.clock.advance(3 * MINUTE)
    }
    this.#note()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.clock.settle()
  }

  /** What is in the cache, each as text; a row that cannot be read is left out. */
  contents(): readonly string[] {
    return this.informer.indexer.list().flatMap(item => {
      try {
        return [textOf('body' in item ? readObject(item) : item)]
      } catch (error) {
        if (error instanceof ProtocolError) return []
        throw error
      }
    })
  }

  /** The answer that was struck. */
  struck(): StruckAnswer {
    const answer = this.network.struck()
    if (!answer) throw new Error('no answer was struck')
    return answer
  }

  /** The errors of the status from now on. */
  collectErrors(): readonly string[] {
    const errors: string[] = []
    this.informer.subscribeStatus(({ error }) => {
      if (error && errors.at(-1) !== error.message) errors.push(error.message)
    })
    return errors
  }

  isTruth(text: string): boolean {
    return this.#truths.has(text)
  }

  /** The keys that the objects themselves give. */
  readKeys(): readonly string[] {
    return this.informer.indexer
      .list()
      .map(item => metaNamespaceKey('body' in item ? readObject(item) : item))
  }

  truth(): readonly string[] {
    return this.server.list(pods).map(pod => textOf(without(pod, this.#trim)))
  }

  #note(): void {
    for (const text of this.truth()) this.#truths.add(text)
  }
}

/** A copy of an object without what is trimmed. */
export function without<T extends object>(object: T, trim: readonly string[]): T {
  const copy = structuredClone(object)
  for (const path of trim) {
    const steps = path.split('.')
    const parent = readMembers(copy, steps.slice(0, -1))
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, steps.at(-1) ?? '')
  }
  return copy
}

/** The same for the same content, whatever the order of its members; `__proto__` counts as any other. */
export function textOf(object: object): string {
  const { kind: _kind, apiVersion: _version, ...rest } = object as Pod
  return JSON.stringify(rest, (key, value: unknown) => {
    if (key === 'managedFields') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.setPrototypeOf(Object.fromEntries(members), null)
  })
}
