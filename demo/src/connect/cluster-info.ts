/** A user whom the console can impersonate in a cluster. */
export interface ClusterUser {
  readonly name: string
  /** What the user may do, in a few words. */
  readonly description: string
}

/** A cluster that the console can show. */
export interface ClusterInfo {
  /** The first segment of the console's URLs, after `/c/`. */
  readonly id: string
  /** The name to show: for a kubeconfig, that of the context. */
  readonly name: string
  /** The root of the cluster's API, without a trailing slash: a path of this origin, or a URL. */
  readonly baseUrl: string
  /** `fake`: the fake apiserver of `npm start`; `mock`: the one in this page; `real`: all others. */
  readonly kind: 'fake' | 'mock' | 'real'
  /** The base URL of the fake apiserver's controls, which no user needs to be allowed to use. */
  readonly controls?: string
  /** Distinguishes the caches of clusters that have the same {@link baseUrl} at different times. */
  readonly identity?: string
  /** The users to offer. The first one is who sends the requests if no user is chosen. @default none is known */
  readonly users?: readonly ClusterUser[]
}

/** Who sends the requests to the fake apiserver if no user is chosen. */
const ADMIN = 'admin'

/** The users of the demo's cluster. Its Roles and bindings are in `demo/server/users.ts`. */
export const DEMO_USERS: readonly ClusterUser[] = [
  { name: ADMIN, description: 'may do everything' },
  { name: 'developer', description: 'may edit in two namespaces, and sees no other' },
  { name: 'viewer', description: 'may read everything except Secrets and Nodes' },
]

/** The fake apiserver that `npm start` runs in Node. */
export const FAKE: ClusterInfo = {
  id: 'fake',
  name: 'fake cluster',
  baseUrl: '/fake',
  kind: 'fake',
  controls: '/fake/_fake',
  users: DEMO_USERS,
}
