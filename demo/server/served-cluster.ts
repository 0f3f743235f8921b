import type { RequestListener } from 'node:http'
import type { ClusterInfo } from '../src/connect/cluster-info.ts'

/** A cluster that this server offers to its page. */
export interface ServedCluster {
  readonly info: ClusterInfo
  /** Answers the requests below its `baseUrl`, which is a path. */
  readonly handle: RequestListener
}
