import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { createSqlBodyStore, type SqlPort, SqlStateStore } from '@kube-informer/core/snapshot'
import { createRelay } from '@kube-informer/relay'

/** A relay of the Pods of an apiserver. */
export interface Root {
  readonly fetch: (request: Request) => Promise<Response>
  /** The lists that the apiserver received. */
  readonly lists: () => number
  /** Ends the relay after it has written what it received. */
  readonly stop: () => Promise<void>
}

/** Starts a relay from what is stored, if there is a database, and otherwise from a list. */
export function startRoot(server: string, sql?: SqlPort): Root {
  let lists = 0
  const upstream = createKubeClient({
    baseUrl: server,
    fetch: (input, init) => {
      if (!String(input).includes('watch=')) lists++
      return fetch(input, init)
    },
  })
  const collection = { server: 'https://cluster.example', resource: pods }
  const log = sql && new SqlStateStore({ sql, collection })
  const storage = sql && { stored: log?.load(), log, bodyStore: createSqlBodyStore({ sql, collection }) }
  const relay = createRelay({
    upstream,
    resources: [{ resource: pods, storage }],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
  })
  const stopping = new AbortController()
  const running = relay.run(stopping.signal)
  return {
    fetch: relay.fetch,
    lists: () => lists,
    stop: async () => {
      stopping.abort()
      await running
      log?.close()
    },
  }
}
