import type {
  ListContext,
  ListerWatcher,
  ListOptions,
  WatchContext,
  WatchOptions,
} from '../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'

type Events = readonly WatchEvent<KubernetesObject>[]
interface StreamScript {
  readonly reads: readonly Events[]
  /** Whether the stream stays idle after the reads. @default false: it ends */
  readonly stayOpen?: boolean
  /** Whether the connection is lost after the reads. @default false */
  readonly isLost?: boolean
}
/** A scripted watch: network reads and what follows them, or a rejection. */
export type WatchScript = StreamScript | Error
/** A scripted list; `silent` never answers. */
export type ListScript = List<KubernetesObject> | Error | 'silent'

/** A ListerWatcher that follows a script and records its requests. After the end of the script, watches stay open. */
export class ScriptedListerWatcher implements ListerWatcher<KubernetesObject> {
  readonly lists: ListOptions[] = []
  readonly watches: WatchOptions[] = []
  /** The number of open watches. */
  open = 0
  readonly #lists: ListScript[]
  readonly #watches: WatchScript[]

  constructor({ lists, watches = [] }: { lists: readonly ListScript[]; watches?: readonly WatchScript[] }) {
    this.#lists = [...lists]
    this.#watches = [...watches]
  }

  async list(options: ListOptions, context?: ListContext): Promise<List<KubernetesObject>> {
    this.lists.push(options)
    // The last list stands for all that follow.
    const script = this.#lists.length > 1 ? this.#lists.shift() : this.#lists[0]
    if (script === undefined) throw new Error('no list in the script')
    if (script instanceof Error) throw script
    if (script !== 'silent') return script
    return new Promise((_, reject) => {
      context?.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true })
    })
  }

  async watch(options: WatchOptions, context: WatchContext): Promise<AsyncIterable<Events>> {
    this.watches.push(options)
    const script = this.#watches.shift() ?? { reads: [], stayOpen: true }
    if (script instanceof Error) throw script
    return this.#play(script, context)
  }

  async *#play(
    { reads, stayOpen = false, isLost = false }: StreamScript,
    { signal, onLost }: WatchContext,
  ): AsyncGenerator<Events> {
    this.open++
    try {
      yield* reads
      if (isLost) onLost?.()
      if (stayOpen && !signal.aborted) {
        await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
      }
    } finally {
      this.open--
    }
  }
}

/** A Pod with only a name and a resourceVersion. */
export const pod = (
  name: string,
  resourceVersion: string | number,
  uid = `uid-${name}`,
): KubernetesObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', uid, resourceVersion: String(resourceVersion) },
})

export const podList = (
  resourceVersion: string | number,
  ...items: KubernetesObject[]
): List<KubernetesObject> => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata: { resourceVersion: String(resourceVersion) },
  items,
})

export const added = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({ type: 'ADDED', object })
export const modified = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({
  type: 'MODIFIED',
  object,
})
export const deleted = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({
  type: 'DELETED',
  object,
})
export const bookmark = (resourceVersion: string | number): WatchEvent<KubernetesObject> => ({
  type: 'BOOKMARK',
  object: { kind: 'Pod', metadata: { resourceVersion: String(resourceVersion) } },
})
export const errorEvent = (code: number, reason: string): WatchEvent<KubernetesObject> => ({
  type: 'ERROR',
  object: { kind: 'Status', status: 'Failure', code, reason, message: `${reason}!` },
})
