import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import type { CacherSource, SourceList, SourceListOptions } from '../api/cacher-source.ts'
import { tooLargeResourceVersion } from '../api/status-errors.ts'
import { Cacher, type CacherOptions } from '../cacher.ts'
import { CachedObject } from '../items/cached-object.ts'
import type { CacherList, CacherWatchOptions } from '../requests/requests.ts'
import { Selection } from '../requests/selection.ts'
import type { Delivery } from '../watch/delivery.ts'
import type { CacherWatch } from '../watch/watch.ts'

export const POD = { kind: 'Pod', apiVersion: 'v1' }

/** What a test writes of a Pod. */
export interface PodParts {
  readonly labels?: Readonly<Record<string, string>>
  readonly node?: string
}

type TestPod = KubernetesObject & { readonly spec: { readonly nodeName: string } }

/** The fields of a Pod that selectors see. */
export const podFields = (pod: KubernetesObject): Readonly<Record<string, string>> => ({
  'spec.nodeName': (pod as TestPod).spec?.nodeName ?? '',
})

/** A Pod by its key, `namespace/name`, in a version. */
export function podAt(
  key: string,
  version: number | string,
  { labels = {}, node = '' }: PodParts = {},
): TestPod {
  const [namespace = '', name = ''] = key.split('/')
  return {
    ...POD,
    metadata: { namespace, name, labels, resourceVersion: String(version) },
    spec: { nodeName: node },
  }
}

/** One state of the storage. */
interface Revision {
  readonly revision: number
  readonly objects: ReadonlyMap<string, TestPod>
}

/**
 * A naive storage, which keeps every state that there ever was, with a Cacher in front of it. It feeds the Cacher in
 * the same moment, unless the feed is {@link stalled}: then with {@link progress}.
 */
export class CacherRig implements CacherSource<TestPod> {
  readonly clock = new FakeClock()
  readonly cacher: Cacher<TestPod>
  /** What was asked of the storage. */
  readonly asked: SourceListOptions[] = []
  readonly gets: string[] = []
  progressRequests = 0
  stalled = false
  /** Versions before this one cannot be listed. */
  compacted = 0
  readonly #revisions: Revision[] = []
  readonly #waiting: (() => void)[] = []

  constructor(options: Partial<CacherOptions<TestPod>> = {}, first = 1000) {
    this.#revisions.push({ revision: first, objects: new Map() })
    this.cacher = new Cacher({
      type: POD,
      source: this,
      fieldsOf: podFields,
      indexField: 'spec.nodeName',
      clock: this.clock,
      random: () => 0,
      ...options,
    })
  }

  get revision(): number {
    return this.#revisions.at(-1)?.revision ?? 0
  }

  get objects(): readonly TestPod[] {
    return [...(this.#revisions.at(-1)?.objects.values() ?? [])]
  }

  /** Makes the Cacher ready, with whatever is stored. */
  load(): this {
    this.#waiting.length = 0
    this.cacher.replace(this.objects, String(this.revision))
    return this
  }

  put(key: string, parts?: PodParts): TestPod {
    const pod = podAt(key, this.revision + 1, parts)
    const isNew = !this.#revisions.at(-1)?.objects.has(key)
    this.#record(objects => objects.set(key, pod))
    this.#feed(() => (isNew ? this.cacher.add(pod) : this.cacher.update(pod)))
    return pod
  }

  remove(key: string): void {
    const pod = this.#revisions.at(-1)?.objects.get(key)
    if (!pod) throw new Error(`there is no ${key}`)
    this.#record(objects => objects.delete(key))
    const revision = String(this.revision)
    this.#feed(() => this.cacher.delete(pod, revision))
  }

  /** A write to something else. */
  bump(): number {
    this.#record(() => {})
    return this.revision
  }

  /** Feeds what has been held back. */
  flow(): void {
    this.stalled = false
    for (const feed of this.#waiting.splice(0)) feed()
  }

  requestProgress(): void {
    this.progressRequests++
    if (!this.stalled) this.cacher.progress(String(this.revision))
  }

  async currentResourceVersion(): Promise<string> {
    return String(this.revision)
  }

  async get(namespace: string, name: string): Promise<TestPod | undefined> {
    this.gets.push(`${namespace}/${name}`)
    return this.#revisions.at(-1)?.objects.get(`${namespace}/${name}`)
  }

  /** Without pages: whatever is in view at the version that is asked for. */
  async list(options: SourceListOptions): Promise<SourceList<TestPod>> {
    this.asked.push(options)
    const isNewest = options.resourceVersionMatch !== 'Exact' && options.limit === 0
    const revision = isNewest ? this.revision : Number(options.resourceVersion) || this.revision
    if (revision > this.revision) throw tooLargeResourceVersion(String(revision), this.revision)
    return { resourceVersion: String(revision), items: this.itemsAt(revision, options) }
  }

  /** What is in view at a version, in the order of keys. */
  itemsAt(revision: number, view: Pick<SourceListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>) {
    const selection = new Selection(view)
    const state = this.#revisions.findLast(candidate => candidate.revision <= revision)
    return [...(state?.objects.values() ?? [])]
      .map(pod => new CachedObject(pod, podFields(pod)))
      .filter(object => selection.matches(object))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ object }) => object)
  }

  /** Opens a watch and reads it from now on. */
  async open(options: CacherWatchOptions): Promise<WatchReader> {
    return new WatchReader(await this.cacher.watch(options))
  }

  #record(change: (objects: Map<string, TestPod>) => void): void {
    const objects = new Map(this.#revisions.at(-1)?.objects)
    change(objects)
    this.#revisions.push({ revision: this.revision + 1, objects })
  }

  #feed(feed: () => void): void {
    if (this.stalled) this.#waiting.push(feed)
    else if (this.cacher.isReady) feed()
  }
}

const LETTERS = { ADDED: 'A', MODIFIED: 'M', DELETED: 'D' } as const

/** A delivery in short: `A default/foo@5`, `B@7`, `B@7 end`, `E 410 Expired …`. */
export function short(delivery: Delivery): string {
  if (delivery.type === 'ERROR') return `E ${delivery.object.code} ${delivery.object.message}`
  if (delivery.type === 'BOOKMARK')
    return `B@${delivery.resourceVersion}${delivery.isInitialEventsEnd ? ' end' : ''}`
  const { namespace, name } = delivery.subject
  return `${LETTERS[delivery.type]} ${namespace}/${name}@${delivery.resourceVersion}`
}

/** A reader that takes everything at once until it is stalled. */
export class WatchReader {
  readonly watch: CacherWatch
  readonly deliveries: Delivery[] = []
  #isStalled = false

  constructor(watch: CacherWatch) {
    this.watch = watch
    watch.onReadable(() => this.#read())
    this.#read()
  }

  get received(): readonly string[] {
    return this.deliveries.map(short)
  }

  get isOver(): boolean {
    return this.watch.isOver
  }

  stall(): this {
    this.#isStalled = true
    return this
  }

  resume(): void {
    this.#isStalled = false
    this.#read()
  }

  #read(): void {
    if (!this.#isStalled) this.deliveries.push(...this.watch.take())
  }
}

/** The names of a list, as keys. */
export const keysOf = ({ items }: CacherList): readonly string[] =>
  items.map(({ namespace, name }) => `${namespace}/${name}`)
