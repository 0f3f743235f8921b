/** What is stored: as much of a Pod as two indexes need. */
export interface Item {
  readonly kind: 'Pod'
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
  }
  readonly spec: { readonly nodeName: string }
}

/** The namespace that the subscriber follows. */
export const FOLLOWED = 'followed'
/** It holds as many objects in a small store as in a large one, so that only the size of the store differs. */
const FOLLOWED_SIZE = 200
const NAMESPACES = 50
const NODES = 200

/** The object with this number, in this version. */
export const itemAt = (index: number, version: number): Item => ({
  kind: 'Pod',
  metadata: {
    name: `pod-${index}`,
    namespace: index < FOLLOWED_SIZE ? FOLLOWED : `ns-${index % NAMESPACES}`,
    uid: `uid-${index}`,
    resourceVersion: String(version),
  },
  spec: { nodeName: `node-${index % NODES}` },
})

/** The objects of the followed namespace, one after the other, each in a new version. */
export function* updatesOf(count: number, updates: number): Generator<Item> {
  for (let i = 0; i < updates; i++) yield itemAt(i % FOLLOWED_SIZE, count + i + 1)
}

/** Collects what the loading left behind, so that the updates are not charged with it. */
export function collectGarbage(): void {
  globalThis.gc?.()
  globalThis.gc?.()
}
