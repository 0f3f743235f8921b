import { createKubeClient, type KubeClient, systemClock, UsageError } from '@kube-informer/core'
import { holdsCredentials, resourceName } from '@kube-informer/core/internal'
import {
  durableObjectSql,
  retainSqlSnapshots,
  type SqlPort,
  type StoredCollection,
} from '@kube-informer/core/snapshot'
import type { RelayOptions, RelayResource } from '../api/relay-options.ts'
import { createRelay } from '../create-relay.ts'
import { parseResourcePath } from '../http/resource-path.ts'
import { webSocketReaders } from '../socket/web-socket-readers.ts'
import type { DurableNamespace, DurableStorage } from './durable-object.ts'
import { type NodeAddress, objectName, withAddress } from './node-address.ts'
import type { RelayObjectOptions, RelayObjectResource } from './relay-object-options.ts'
import { type OpenStorage, openStorage } from './relay-storage.ts'
import { parentOf } from './tree.ts'
import { workerdUpgrade } from './workerd-upgrade.ts'

/** The host name of requests between objects, which no server sees. */
const INTERNAL_URL = 'https://relay.internal'

/** The readers of a root or a branch are other objects of the relay, which have authorized their own readers. */
const FOR_CHILDREN: Pick<RelayOptions, 'authenticate' | 'authorize'> = {
  authenticate: async () => ({ username: 'system:relay' }),
  authorize: async () => ({ allowed: true }),
}

/** The children of a node are few, and return at once. */
const budgetsForChildren = ({ budgets }: Pick<RelayOptions, 'budgets'>): RelayOptions['budgets'] => ({
  ...budgets,
  watchesPerSecond: Number.POSITIVE_INFINITY,
  watchBurst: Number.POSITIVE_INFINITY,
})

/** Options of {@link RelayNode}. */
export interface RelayNodeOptions {
  readonly address: NodeAddress
  readonly storage: DurableStorage
  readonly options: RelayObjectOptions
}

/** One node of a relay's tree: a relay that reads from its parent, or from the apiserver. */
export class RelayNode {
  /** Answers a request of a reader, or of another node. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly #stopping = new AbortController()
  readonly #storages: readonly OpenStorage[]
  readonly #running: Promise<void>

  constructor({ address, storage, options }: RelayNodeOptions) {
    const { objects, resources: declared, server, upstream, clock = systemClock, ...rest } = options
    const { flushMs, checkMs } = rest
    const isLeaf = address.node !== 'root' && address.node.level === 0
    const resources = declared
      .map(each => ('resource' in each ? each : { resource: each }))
      .filter(({ resource }) => isLeaf || resourceName(resource) === address.resource)
    const stored = new Storages(durableObjectSql(storage), server)
    const relay = createRelay({
      ...(isLeaf ? rest : { ...FOR_CHILDREN, budgets: budgetsForChildren(rest), flushMs, checkMs }),
      upstream: address.node === 'root' ? upstream : parentClient(address, objects),
      isUpstreamCache: address.node !== 'root',
      resources: resources.map(each => stored.add(each, clock)),
      clock,
    })
    stored.retain()
    const { signal } = this.#stopping
    this.fetch = webSocketReaders(relay.fetch, workerdUpgrade, { clock, signal })
    this.#storages = stored.open
    this.#running = relay.run(signal)
  }

  /** Ends all requests and watches, of readers and of its own. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    for (const storage of this.#storages) storage.close()
  }
}

/** A client of the parents of a node: one per resource. */
function parentClient(address: NodeAddress, objects: DurableNamespace): KubeClient {
  const node = parentOf(address.node, address)
  return createKubeClient({
    baseUrl: INTERNAL_URL,
    fetch: async (url, init) => {
      const path = parseResourcePath(new URL(url).pathname)
      if (!node || !path) throw new UsageError(`there is no parent for ${new URL(url).pathname}`)
      const resource = resourceName({ ...path, plural: path.resource, kind: '', namespaced: true })
      const parent = { ...address, node, resource }
      // A new stub for each request: a stub whose object has ended remains broken.
      const stub = objects.get(objects.idFromName(objectName(parent)))
      return await stub.fetch(withAddress(new Request(url, init), parent))
    },
  })
}

/** The storages of the caches of one object. */
class Storages {
  readonly open: OpenStorage[] = []
  readonly #sql: SqlPort
  readonly #server: string
  readonly #collections: StoredCollection[] = []

  constructor(sql: SqlPort, server: string) {
    this.#sql = sql
    this.#server = server
  }

  /** The resource with its storage, if it may be stored. */
  add(declared: RelayObjectResource, clock: RelayOptions['clock'] = systemClock): RelayResource {
    const { resource, namespace, persist = !holdsCredentials(resource) } = declared
    if (!persist) return declared
    const collection = { server: this.#server, resource, namespace }
    const opened = openStorage(this.#sql, collection, clock)
    this.#collections.push(collection)
    this.open.push(opened)
    return { ...declared, storage: opened.storage }
  }

  /** Deletes what an earlier version of the application stored, and this one would not. */
  retain(): void {
    retainSqlSnapshots(this.#sql, this.#collections)
  }
}
