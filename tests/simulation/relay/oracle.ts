import type { Clock, KubernetesObject, Random } from '@kube-informer/core'
import { type FakeApiserver, pods } from '@kube-informer/testing'
import { APPS, NAMESPACES, selects, VIEWS } from './views.ts'

/** An event that every reader of a view receives. */
export interface ExpectedEvent {
  /** `MODIFIED a/p1`. */
  readonly text: string
  readonly revision: number
  /** When it was written. */
  readonly at: number
}

const NAMES = 60
const PADDING = 1000

/** Options of {@link Oracle}. */
export interface OracleOptions {
  readonly server: FakeApiserver
  readonly clock: Clock
  readonly random: Random
}

/** Writes Pods, and knows what each view receives: it filters the writes itself. */
export class Oracle {
  readonly #server: FakeApiserver
  readonly #clock: Clock
  readonly #random: Random
  readonly #current = new Map<string, KubernetesObject>()
  readonly #events: readonly ExpectedEvent[][] = VIEWS.map(() => [])
  #writes = 0
  #hash = 0

  constructor({ server, clock, random }: OracleOptions) {
    this.#server = server
    this.#clock = clock
    this.#random = random
  }

  /** The revision of the newest write of any kind. */
  get resourceVersion(): string {
    return this.#server.rv
  }

  get writes(): number {
    return this.#writes
  }

  /** Of all writes so far: equal for runs that saw the same ones. */
  get hash(): number {
    return this.#hash
  }

  /** What the server should list: `a/p1@revision`, sorted. */
  get objects(): readonly string[] {
    return [...this.#current.values()]
      .map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}@${metadata?.resourceVersion}`)
      .toSorted()
  }

  /** All events of a view, oldest first. */
  eventsOf(view: number): readonly ExpectedEvent[] {
    return this.#events[view] ?? []
  }

  /** How many events of a view there were until a time. */
  countAt(view: number, at: number): number {
    const events = this.eventsOf(view)
    let count = events.length
    while (count > 0 && (events[count - 1]?.at ?? 0) > at) count--
    return count
  }

  /** Creates, updates or deletes a random Pod of about this many bytes. */
  write(padding: number = PADDING): void {
    const index = Math.floor(this.#random() * NAMES)
    const name = `p${index}`
    const namespace = NAMESPACES[index % NAMESPACES.length] ?? ''
    const before = this.#current.get(name)
    if (before && this.#random() < 0.15) {
      this.#server.delete(before, pods)
      this.#current.delete(name)
      this.#record(before, undefined)
      return
    }
    const app = APPS[Math.floor(this.#random() * APPS.length)] ?? ''
    const metadata = { name, namespace, labels: { app }, annotations: { padding: 'x'.repeat(padding) } }
    const object: KubernetesObject = { apiVersion: 'v1', kind: 'Pod', metadata }
    const after = before ? this.#server.update(object, pods) : this.#server.create(object, pods)
    this.#current.set(name, after)
    this.#record(before, after)
  }

  #record(before: KubernetesObject | undefined, after: KubernetesObject | undefined): void {
    const { namespace, name } = (after ?? before)?.metadata ?? {}
    const revision = Number(this.#server.rv)
    this.#writes++
    this.#hash = (Math.imul(this.#hash, 31) + revision * 4 + (after ? 1 : 0) + (before ? 2 : 0)) | 0
    VIEWS.forEach((view, index) => {
      const [was, is] = [selects(view, before), selects(view, after)]
      const type = is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED'
      if (!was && !is) return
      this.#events[index]?.push({ text: `${type} ${namespace}/${name}`, revision, at: this.#clock.now() })
    })
  }
}
