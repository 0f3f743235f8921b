import { defineResource, type KubernetesObject, type SnapshotStore } from '@kube-informer/core'
import { createSqlSnapshotStore, type SqlPort } from '@kube-informer/core/snapshot'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** Opens new collections of a database. */
export function sqlStores(sql: SqlPort): () => () => SnapshotStore<KubernetesObject> {
  let count = 0
  return () => {
    const collection = { server: `https://cluster-${++count}.example`, resource: pods }
    return () => createSqlSnapshotStore<KubernetesObject>({ sql, collection })
  }
}
