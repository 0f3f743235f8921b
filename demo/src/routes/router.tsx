import { pods } from '@kube-informer/core/resources'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { createStaticHistory } from '../connect/hash-history.ts'
import { IS_STATIC } from '../connect/site.ts'
import { kindPath } from '../kinds/kind.ts'
import { clusterSearch, KEPT, objectSearch, tableSearch } from '../navigation/search.ts'
import { ClusterRoute } from './cluster-route.tsx'
import { DEFAULT_CLUSTER, openCluster } from './clusters.ts'
import { PendingCluster } from './pending.tsx'
import { RouteError } from './route-error.tsx'
import { TableRoute } from './table-route.tsx'

const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NoPage'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: clusterSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/c/$cluster', params: { cluster: DEFAULT_CLUSTER }, search, replace: true })
  },
})

const cluster = createRoute({
  getParentRoute: () => root,
  path: '/c/$cluster',
  validateSearch: clusterSearch,
  search: { middlewares: [retainSearchParams([...KEPT])] },
  loaderDeps: ({ search }) => ({ user: search.as }),
  loader: ({ params, deps }) => openCluster(params.cluster, deps.user),
  // The connection stays open: there is nothing to load again.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  // A preload would connect to the cluster under the pointer.
  preload: false,
  component: ClusterRoute,
  pendingComponent: PendingCluster,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NoCluster'),
})

/** The first kind that is shown. */
const clusterHome = createRoute({
  getParentRoute: () => cluster,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({
      to: '/c/$cluster/$group/$version/$plural',
      params: { ...params, ...kindPath(pods) },
      search,
      replace: true,
    })
  },
})

const table = createRoute({
  getParentRoute: () => cluster,
  path: '$group/$version/$plural',
  validateSearch: tableSearch,
  component: TableRoute,
})

const object = createRoute({
  getParentRoute: () => cluster,
  path: '$group/$version/$plural/$namespace/$name',
  validateSearch: objectSearch,
  component: lazyRouteComponent(() => import('./object-route.tsx'), 'ObjectRoute'),
})

const routeTree = root.addChildren([home, cluster.addChildren([clusterHome, table, object])])

export const router = createRouter({
  routeTree,
  ...(IS_STATIC ? { history: createStaticHistory() } : {}),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  // A page that is there sooner does not flash.
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The URL of what is shown, which follows that of the browser a moment later. */
export function shownUrl(): string {
  const { resolvedLocation } = router.state
  return resolvedLocation ? new URL(router.history.createHref(resolvedLocation.href), location.href).href : ''
}
