import type { Connection } from '@kube-informer/worker'
import { connect } from '../connect.ts'
import type { informers } from '../informers/informers.ts'
import { readParameters } from '../parameters.ts'

/** The connection to a cluster as a user. */
export type ClusterConnection = Connection<typeof informers>

interface Opened {
  readonly key: string
  readonly connection: Promise<ClusterConnection>
}

let current: Opened | undefined

/** Connects to a cluster as a user, and closes the connection to the previous one. The same cluster keeps its connection. */
export function openCluster(_cluster: string, user: string | undefined): Promise<ClusterConnection> {
  const key = JSON.stringify([_cluster, user])
  if (current?.key === key) return current.connection
  current?.connection.then(
    connection => connection.close(),
    () => {},
  )
  current = { key, connection: connect(readParameters(location.search)) }
  return current.connection
}
