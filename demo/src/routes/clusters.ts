import type { Connection } from '@kube-informer/worker'
import { notFound } from '@tanstack/react-router'
import { type ClusterInfo, defaultClusterId, findCluster, knownCluster } from '../connect/clusters.ts'
import { connectTo } from '../connect/connect.ts'
import { readPageOptions } from '../connect/page-options.ts'
import type { informers } from '../informers/informers.ts'

/** A cluster, and the connection to it as a user. */
export interface OpenCluster {
  readonly info: ClusterInfo
  readonly connection: Connection<typeof informers>
}

const options = readPageOptions(location.search)

/** The cluster to open if the path names none. */
export const DEFAULT_CLUSTER: string = defaultClusterId(options)

interface Current {
  readonly key: string
  readonly opened: Promise<OpenCluster>
}

let current: Current | undefined

/**
 * Connects to a cluster as a user, and closes the connection to the previous one. The same cluster keeps its connection.
 * Throws `notFound()` if there is no such cluster.
 */
export function openCluster(id: string, user: string | undefined): Promise<OpenCluster> {
  const key = JSON.stringify([id, user])
  if (current?.key === key) return current.opened
  const previous = current?.opened
  const opened = connect(id, user)
  current = { key, opened }
  opened.catch(() => {
    // The next visit tries again.
    if (current?.opened === opened) current = undefined
  })
  previous?.then(
    ({ connection }) => connection.close(),
    () => {},
  )
  return opened
}

async function connect(id: string, user: string | undefined): Promise<OpenCluster> {
  // A known cluster needs no request: its worker starts in this task.
  const info = knownCluster(id, options) ?? (await findCluster(id, options))
  if (info === undefined) throw notFound()
  const { identity, host, mock } = options
  return { info, connection: await connectTo(info, { user, identity, host, mock }) }
}
