import type { Setup } from '../bench-case.ts'
import { podAt, type SmallPod } from '../workloads/objects.ts'

/** The objects, their namespaces, and rounds of changes. */
export class Changes {
  readonly namespaces: readonly string[]
  readonly pods: readonly SmallPod[]
  readonly #changes: number
  readonly #spread: boolean
  #version: number

  constructor({ count, namespaces, changes, spread }: Setup) {
    this.namespaces = Array.from({ length: Number(namespaces) }, (_, i) => `ns-${i}`)
    this.pods = Array.from({ length: Number(count) }, (_, i) => this.#podAt(i, i + 1))
    this.#changes = Number(changes)
    this.#spread = spread === true
    this.#version = this.pods.length
  }

  /** The changed objects of a round, each with a new resourceVersion: all in one namespace, or spread over namespaces. */
  next(): readonly SmallPod[] {
    const step = this.#spread ? 1 : this.namespaces.length
    return Array.from({ length: this.#changes }, (_, i) =>
      this.#podAt((i * step) % this.pods.length, ++this.#version),
    )
  }

  #podAt(index: number, version: number): SmallPod {
    return podAt(index, version, this.namespaces[index % this.namespaces.length])
  }
}
