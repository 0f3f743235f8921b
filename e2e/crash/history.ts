import { type FakeApiserver, type Pod, pods } from '@kube-informer/testing'
import { type Digest, digestOf } from '../hosts/digest.ts'

interface Write {
  readonly resourceVersion: string
  readonly key: string
  /** Undefined: it was deleted. */
  readonly pod: Pod | undefined
}

/** Every state that the server ever had, by its version. */
export class History {
  readonly #server: FakeApiserver
  readonly #writes: Write[]
  /** What the server remembers reaches back to this version. */
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

  /** The server forgets what was, though its clients may need it. */
  compact(): void {
    this.#server.compact()
    this.#remembered = this.#server.rv
  }

  /** Every client has to list again. */
  relist(): void {
    this.#server.relist()
    this.#remembered = this.#server.rv
  }

  /** Whether a watch can go on from a version. */
  isRemembered(resourceVersion: string): boolean {
    return compareVersions(resourceVersion, this.#remembered) >= 0
  }

  /** How many writes there were. */
  get length(): number {
    return this.#writes.length
  }

  /** What there was when the server's version was this one. */
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

/** As versions are to be compared: by length, then by character. */
export const compareVersions = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
