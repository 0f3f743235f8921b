/** The stored object: the parts of a Pod that two indexes need. */
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

/** The namespace of the subscription. */
export const FOLLOWED = 'followed'
/** The number of objects of that namespace; it is the same in all stores, so that only the size of the store differs. */
const FOLLOWED_SIZE = 200
const NAMESPACES = 50
const NODES = 200

/** The object with this number and resourceVersion. */
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

/** The objects of the namespace in rotation, each with a new resourceVersion. */
export function* updatesOf(count: number, updates: number): Generator<Item> {
  for (let i = 0; i < updates; i++) yield itemAt(i % FOLLOWED_SIZE, count + i + 1)
}

/** Collects the garbage of loading, so that it does not affect the updates. */
export function collectGarbage(): void {
  globalThis.gc?.()
  globalThis.gc?.()
}
