import { clusterSearch } from '../navigation/search.ts'
import { DEFAULT_CLUSTER, openCluster } from './clusters.ts'
import { router } from './router.tsx'

/** Connects to the cluster of the URL before anything is rendered: its worker starts meanwhile. */
export function openEarly(): void {
  const { pathname, search } = router.latestLocation
  const id = /^\/c\/([^/]+)/.exec(pathname)?.[1]
  if (id === undefined && pathname !== '/') return
  // The route reports an error.
  openCluster(id === undefined ? DEFAULT_CLUSTER : decodeURIComponent(id), clusterSearch(search).as).catch(
    () => {},
  )
}
