import { type FakeApiserver, type Pod, pods } from '@kube-informer/testing'
import { type Digest, digestOf } from '../hosts/digest.ts'

interface Write {
  readonly resourceVersion: string
  readonly key: string
  /** Undefined if the Pod was deleted. */
  readonly pod: Pod | undefined
}

/** Every past state of the server, by resourceVersion. */
export class History {
  readonly #server: FakeApiserver
  readonly #writes: Write[]
  /** The oldest resourceVersion in the server's watch history. */
  #remembered = ''
  readonly #digests = new WeakMap<Pod, Digest>()

  constructor(server: FakeApiserver) {
    this.#server = server
    this.#writes = server.list(pods).map(pod => ({ resourceVersion: versionOf(pod), key: keyOf(pod), pod }))
    this.#writes.sort((a, b) => compareVersions(a.resourceVersion, b.resourceVersion))
  }

  create(pod: Pod): void {
    this.#stored(this.#server.create(pod))
  }

  update(pod: Pod): void {
    this.#stored(this.#server.update(pod))
  }

  delete(pod: Pod): void {
    this.#server.delete(pod)
    this.#writes.push({ resourceVersion: this.#server.rv, key: keyOf(pod), pod: undefined })
  }

  /** Drops the server's watch history, although clients may need it to resume. */
  compact(): void {
    this.#server.compact()
    this.#remembered = this.#server.rv
  }

  /** Forces every client to relist. */
  relist(): void {
    this.#server.relist()
    this.#remembered = this.#server.rv
  }

  /** Whether a watch can resume at a resourceVersion. */
  isRemembered(resourceVersion: string): boolean {
    return compareVersions(resourceVersion, this.#remembered) >= 0
  }

  /** The number of writes. */
  get length(): number {
    return this.#writes.length
  }

  /** The objects on the server at this resourceVersion. */
  at(resourceVersion: string): readonly Digest[] {
    const state = new Map<string, Pod>()
    for (const write of this.#writes) {
      if (compareVersions(write.resourceVersion, resourceVersion) > 0) break
      if (write.pod) state.set(write.key, write.pod)
      else state.delete(write.key)
    }
    return [...state.values()].map(pod => this.#digest(pod))
  }

  #stored(pod: Pod): void {
    this.#writes.push({ resourceVersion: versionOf(pod), key: keyOf(pod), pod })
  }

  #digest(pod: Pod): Digest {
    const known = this.#digests.get(pod)
    if (known) return known
    const digest = digestOf(pod)
    this.#digests.set(pod, digest)
    return digest
  }
}

const keyOf = ({ metadata: { namespace, name } }: Pod): string => `${namespace}/${name}`

const versionOf = ({ metadata }: Pod): string => metadata.resourceVersion ?? ''

/** Compares resourceVersions by length, then by character. */
export const compareVersions = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
