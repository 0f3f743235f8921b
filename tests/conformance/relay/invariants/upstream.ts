import type { KubernetesObject } from '@kube-informer/core'
import { clusterRoleBindings, roleBindings } from '@kube-informer/core/resources'
import {
  type AccessAttributes,
  createFakeApiserver,
  type FakeApiserver,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { History } from './history.ts'

/** The token of a user. */
export const tokenOf = (user: string): string => `token-of-${user}`

const RELAY = 'relay'
const NAMES = 12
const BINDING = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  roleRef: { kind: 'ClusterRole', name: 'reader' },
}

/** What a backup of the cluster contains. */
type Backup = readonly KubernetesObject[]

/** A fake apiserver with users and bindings, which records its history and counts the reads of the relay. */
export class Upstream {
  /**
   * How many lists and watches of Pods the relay has sent, and how many lists were in flight at the same time. A list of
   * one object asks for the newest resourceVersion, and counts only as in flight.
   */
  readonly counts = { lists: 0, watches: 0, listsAtOnce: 0 }
  readonly #random = seededRandom(18)
  #listsInFlight = 0
  #gate: PromiseWithResolvers<void> | undefined
  #server: FakeApiserver
  #serving: Serving | undefined
  #history = new History()

  constructor() {
    this.#server = this.#create([])
  }

  static async start(): Promise<Upstream> {
    const upstream = new Upstream()
    upstream.#serving = await serve({ ...upstream.#server, fetch: upstream.#receive })
    for (let i = 0; i < NAMES; i++) upstream.write()
    return upstream
  }

  get url(): string {
    return this.#serving?.url ?? ''
  }

  /** The relay's own token. */
  get relayToken(): string {
    return tokenOf(RELAY)
  }

  get history(): History {
    return this.#history
  }

  get revision(): string {
    return this.#server.rv
  }

  /** Open watches of Pods, of the relay and of others. */
  get openWatches(): number {
    return this.#server.openWatches
  }

  /** How many watches of bindings the relay has sent. */
  get bindingWatches(): number {
    return this.#server.requests.filter(
      ({ kind, resource }) => kind === 'watch' && resource === 'rolebindings',
    ).length
  }

  /** All requests so far. */
  get requests(): number {
    return this.#server.requests.length
  }

  /** Lets a user read Pods, in one namespace or in all; returns the function that withdraws the right. */
  grant(user: string, namespace = ''): () => void {
    const resource = namespace ? roleBindings : clusterRoleBindings
    const binding = { ...BINDING, metadata: { name: user, ...(namespace && { namespace }) } }
    this.#server.create(
      { ...binding, kind: resource.kind, subjects: [{ kind: 'User', name: user }] },
      resource,
    )
    return () => void this.#server.delete(binding, resource)
  }

  revokeToken(token: string): void {
    this.#server.revokeTokens(token)
  }

  /** Creates, changes or deletes a Pod at random. */
  write(annotation = ''): void {
    const number = this.#pick(NAMES)
    const key = { name: `p${number}`, namespace: number % 2 === 0 ? 'a' : 'b' }
    const before = this.#server.get(pods, `${key.namespace}/${key.name}`)
    const labels = {
      app: ['web', 'api', 'db'][this.#pick(3)] ?? '',
      ...(this.#pick(4) === 0 && { canary: 'yes' }),
    }
    const pod: Pod = {
      metadata: { ...key, labels, annotations: { padding: annotation } },
      spec: { nodeName: `n${this.#pick(3)}`, containers: [] },
      status: { phase: this.#pick(2) === 0 ? 'Pending' : 'Running' },
    }
    let after: Pod | undefined
    if (before && annotation === '' && this.#pick(3) === 0) this.#server.delete(before, pods)
    else after = before ? this.#server.update(pod, pods) : this.#server.create(pod, pods)
    this.#history.record({ revision: Number(this.#server.rv), before, after })
  }

  /** From now on, reads of Pods wait for an answer; returns the function that lets them pass. */
  hold(): () => void {
    const gate = Promise.withResolvers<void>()
    this.#gate = gate
    return () => {
      this.#gate = undefined
      gate.resolve()
    }
  }

  backup(): Backup {
    const server = this.#server
    return [...server.list(pods), ...server.list(roleBindings), ...server.list(clusterRoleBindings)]
  }

  /** Replaces the cluster by an earlier state, with an etcd that starts again: all resourceVersions are lower. */
  restore(backup: Backup): void {
    const broken = this.#server
    this.#server = this.#create(backup)
    this.#history = new History(this.#server.list(pods))
    broken.restart()
  }

  async close(): Promise<void> {
    this.#gate?.resolve()
    await this.#serving?.close()
  }

  #create(objects: Backup): FakeApiserver {
    return createFakeApiserver({
      objects,
      initialRevision: objects.length > 0 ? 100 : 1000,
      auth: { token: token => this.#userOf(token) },
      authorize: attributes => this.#allows(attributes),
    })
  }

  #userOf(token: string) {
    const user = /^token-of-(\w+)/.exec(token)?.[1]
    return user === undefined ? undefined : { username: user }
  }

  #allows({ user, path, namespace }: AccessAttributes): boolean {
    if (user === RELAY || path === '/metrics') return true
    const keys = this.#server.keys(clusterRoleBindings)
    return keys.includes(user) || this.#server.keys(roleBindings).includes(`${namespace}/${user}`)
  }

  readonly #receive: FakeApiserver['fetch'] = async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.endsWith('/pods')) return this.#server.fetch(request)
    const isOfRelay = request.headers.get('Authorization')?.endsWith(this.relayToken) ?? false
    const isList = isOfRelay && !searchParams.has('watch')
    if (isOfRelay && searchParams.get('limit') !== '1') this.counts[isList ? 'lists' : 'watches']++
    if (isList) this.counts.listsAtOnce = Math.max(this.counts.listsAtOnce, ++this.#listsInFlight)
    try {
      await this.#gate?.promise
      return await this.#server.fetch(request)
    } finally {
      if (isList) this.#listsInFlight--
    }
  }

  #pick(below: number): number {
    return Math.floor(this.#random() * below)
  }
}
