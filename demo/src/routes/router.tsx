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
import { clusterSearch, objectSearch, tableSearch } from '../navigation/search.ts'
import { ClusterRoute } from './cluster-route.tsx'
import { openCluster } from './clusters.ts'
import { TableRoute } from './table-route.tsx'

const root = createRootRoute()

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/c/$cluster', params: { cluster: 'fake' } })
  },
})

const cluster = createRoute({
  getParentRoute: () => root,
  path: '/c/$cluster',
  validateSearch: clusterSearch,
  search: { middlewares: [retainSearchParams(['as', 'panel'])] },
  loaderDeps: ({ search }) => ({ user: search.as }),
  loader: ({ params, deps }) => openCluster(params.cluster, deps.user),
  component: ClusterRoute,
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
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
