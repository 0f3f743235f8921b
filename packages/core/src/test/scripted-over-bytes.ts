import { InformerError, StatusError } from '../api/errors.ts'
import type {
  ListContext,
  ListerWatcher,
  ListOptions,
  WatchContext,
  WatchOptions,
} from '../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import { defineResource } from '../api/resource.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import type { ScriptedListerWatcher } from './scripted-lister-watcher.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const headers = { 'content-type': 'application/json' }
const encoder = new TextEncoder()

/** A body of one chunk for each read of the script. It breaks at its end if the script loses the connection. */
function bodyOf(
  reads: AsyncIterable<readonly WatchEvent<KubernetesObject>[]>,
  isLost: () => boolean,
): ReadableStream<Uint8Array> {
  const iterator = reads[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done && isLost()) controller.error(new TypeError('terminated'))
      else if (done) controller.close()
      else controller.enqueue(encoder.encode(value.map(event => `${JSON.stringify(event)}\n`).join('')))
    },
    cancel: async () => void (await iterator.return?.()),
  })
}

/** What a server answers where the script throws. */
function errorResponse(error: unknown): Response {
  if (error instanceof StatusError) {
    return new Response(JSON.stringify({ kind: 'Status', ...error.status }), { status: error.code, headers })
  }
  // Whatever else is thrown is no answer at all.
  throw error instanceof InformerError ? error : new TypeError(String(error))
}

/**
 * Plays the script through the client and its streams: what a Reflector gets was bytes on the way. Takes the place of
 * the class that it extends, so that the same tests run over both.
 */
export function overBytes(Base: typeof ScriptedListerWatcher): typeof ScriptedListerWatcher {
  return class extends Base {
    readonly #listWatch: ListerWatcher<KubernetesObject>

    constructor(script: ConstructorParameters<typeof Base>[0]) {
      super(script)
      // The script receives the options of the Reflector, not only those that a URL can express.
      let listed: ListOptions = {}
      let watched: WatchOptions = {}
      const client = createKubeClient({
        baseUrl: 'http://cluster.example',
        fetch: async (url, init) => {
          const signal = init?.signal ?? new AbortController().signal
          try {
            if (url.includes('watch=true')) {
              let isLost = false
              const onLost = () => {
                isLost = true
              }
              const reads = await super.watch(watched, { signal, onLost })
              return new Response(
                bodyOf(reads, () => isLost),
                { headers },
              )
            }
            return new Response(JSON.stringify(await super.list(listed)), { headers })
          } catch (error) {
            return errorResponse(error)
          }
        },
      })
      const listWatch = createListWatch(client, pods)
      this.#listWatch = {
        list: (options, context) => {
          listed = options
          return listWatch.list(options, context)
        },
        watch: (options, context) => {
          watched = options
          return listWatch.watch(options, context)
        },
      }
    }

    override list(options: ListOptions, context?: ListContext): Promise<List<KubernetesObject>> {
      return this.#listWatch.list(options, context ?? { signal: new AbortController().signal })
    }

    override watch(
      options: WatchOptions,
      context: WatchContext,
    ): Promise<AsyncIterable<readonly WatchEvent<KubernetesObject>[]>> {
      return this.#listWatch.watch(options, context)
    }
  }
}
