import { SentBytes } from '@kube-informer/cacher/sockets'
import {
  createKubeClient,
  holdsCredentials,
  type InformerClient,
  resourceName,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import { durableObjectSql, retainSqlSnapshots, type StoredCollection } from '@kube-informer/core/snapshot'
import type { RelayOptions, RelayResource } from '../api/relay-options.ts'
import { type AssembledRelay, assembleRelay } from '../create-relay.ts'
import { parseResourcePath } from '../http/resource-path.ts'
import { webSocketReaders } from '../socket/web-socket-readers.ts'
import type { DurableNamespace, DurableStorage } from './durable-object.ts'
import { INTERNAL_URL } from './internal-requests.ts'
import { isLeaf, type NodeAddress, parentAddress, sendTo } from './node-address.ts'
import type { RelayObjectOptions, RelayObjectResource } from './relay-object-options.ts'
import { type OpenStorage, openStorage, type StorageOptions } from './relay-storage.ts'
import { workerdUpgrade } from './workerd-upgrade.ts'

export interface RelayNodeOptions {
  readonly address: NodeAddress
  readonly storage: DurableStorage
  readonly options: RelayObjectOptions
  /** For roots and branches: called when what readers may do has changed. */
  readonly onAccessChange?: (() => void) | undefined
}

/** One node of a relay's tree: a relay that reads from its parent, or from the apiserver. */
export class RelayNode {
  readonly relay: AssembledRelay
  /** Answers a request of a reader, or of another node. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The names of the resources whose caches are stored. */
  readonly stored: ReadonlySet<string>
  /** Bounds the bytes of all WebSockets together. */
  readonly sentBytes: SentBytes = new SentBytes()
  readonly #stopping = new AbortController()
  readonly #storages: readonly OpenStorage[]
  readonly #running: Promise<void>

  constructor({ address, storage, options, onAccessChange }: RelayNodeOptions) {
    const { objects, resources, server, upstream, sleep, clock = systemClock, ...rest } = options
    const stored = new Storages({ sql: durableObjectSql(storage), server, clock, onError: rest.onError })
    this.relay = assembleRelay({
      ...(isLeaf(address) ? rest : forChildren(rest, onAccessChange)),
      upstream: address.node === 'root' ? upstream : parentClient(address, objects),
      isUpstreamCache: address.node !== 'root',
      resources: declaredResources(resources)
        .filter(({ resource }) => isLeaf(address) || resourceName(resource) === address.resource)
        .map(each => stored.add(each)),
      clock,
    })
    stored.retain()
    const { signal } = this.#stopping
    const { handle } = this.relay
    this.fetch = webSocketReaders(handle.fetch, workerdUpgrade, { clock, signal, sentBytes: this.sentBytes })
    this.stored = stored.resources
    this.#storages = stored.open
    this.#running = handle.run(signal)
  }

  /** Ends all requests and watches, of readers and of its own. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    for (const storage of this.#storages) storage.close()
  }
}

export const declaredResources = (
  resources: RelayObjectOptions['resources'],
): readonly RelayObjectResource[] => resources.map(each => ('resource' in each ? each : { resource: each }))

/** The readers of a root or a branch are other objects of the relay, which have authorized their own readers. */
function forChildren(
  {
    authorize,
    budgets,
    flushMs,
    checkMs,
  }: Pick<RelayOptions, 'authorize' | 'budgets' | 'flushMs' | 'checkMs'>,
  onAccessChange: RelayNodeOptions['onAccessChange'],
): Pick<RelayOptions, 'authenticate' | 'authorize' | 'budgets' | 'flushMs' | 'checkMs'> {
  return {
    // The children of a node are few, and return at once.
    budgets: {
      ...budgets,
      watchesPerUser: Number.POSITIVE_INFINITY,
      watchesPerSecond: Number.POSITIVE_INFINITY,
      watchBurst: Number.POSITIVE_INFINITY,
    },
    flushMs,
    checkMs,
    authenticate: async () => ({ username: 'system:relay' }),
    authorize: Object.assign(async () => ({ allowed: true }), {
      run: async (signal: AbortSignal, _onChange: () => void, onError?: (error: unknown) => void) => {
        if (onAccessChange) await authorize.run?.(signal, onAccessChange, onError)
      },
    }),
  }
}

/** A client of the parents of a node: one per resource. */
function parentClient(address: NodeAddress, objects: DurableNamespace): InformerClient {
  return createKubeClient({
    baseUrl: INTERNAL_URL,
    fetch: async (url, init) => {
      const path = parseResourcePath(new URL(url).pathname)
      const parent =
        path &&
        parentAddress(address, resourceName({ ...path, plural: path.resource, kind: '', namespaced: true }))
      if (!parent) throw new UsageError(`there is no parent for ${new URL(url).pathname}`)
      return await sendTo(objects, parent, new Request(url, init))
    },
  })
}

/** The storages of the caches of one object. */
class Storages {
  readonly open: OpenStorage[] = []
  readonly resources: Set<string> = new Set()
  readonly #options: Omit<StorageOptions, 'collection'> & { readonly server: string }
  readonly #collections: StoredCollection[] = []

  constructor(options: Omit<StorageOptions, 'collection'> & { readonly server: string }) {
    this.#options = options
  }

  /** The resource with its storage, if it may be stored. */
  add(declared: RelayObjectResource): RelayResource {
    const { resource, namespace, persist = !holdsCredentials(resource) } = declared
    if (!persist) return declared
    const collection = { server: this.#options.server, resource, namespace }
    const opened = openStorage({ ...this.#options, collection })
    this.#collections.push(collection)
    this.resources.add(resourceName(resource))
    this.open.push(opened)
    return { ...declared, storage: opened.storage }
  }

  /** Deletes what an earlier version of the application stored, and this one would not. */
  retain(): void {
    retainSqlSnapshots(this.#options.sql, this.#collections)
  }
}
