import { type Clock, createKubeClient, type Fetch, sleep } from '@kube-informer/core'
import { accessReview, type RelayOptions, tokenReview } from '@kube-informer/relay'
import { type FakeApiserver, seededRandom } from '@kube-informer/testing'
import type { Faulty } from './faulty.ts'
import { Link, type Upstream } from './link.ts'
import { MemoryStorage } from './memory-storage.ts'
import { RateMeter } from './rate-meter.ts'
import { TreeNode } from './tree-node.ts'
import type { TreePlan } from './tree-plan.ts'

/** Of each request to the apiserver. */
const LATENCY_MS = 5

/** Options of {@link Tree}. */
export interface TreeOptions {
  readonly plan: TreePlan
  readonly server: FakeApiserver
  readonly clock: Clock
  readonly faulty: Faulty | undefined
}

/** The nodes of a relay: a root, branches if the leaves are many, and leaves. */
export class Tree {
  readonly root: TreeNode
  readonly branches: TreeNode[] = []
  readonly leaves: TreeNode[] = []
  /** TokenReviews and SubjectAccessReviews. */
  reviews = 0
  readonly reviewMeter: RateMeter
  readonly #options: TreeOptions
  readonly #parents = new Map<TreeNode, TreeNode>()

  constructor(options: TreeOptions) {
    this.#options = options
    const { plan, server, clock } = options
    const { leaves, fanout } = plan.size
    this.reviewMeter = new RateMeter(clock.now())
    const apiserver: Upstream = {
      process: new AbortController().signal,
      fetch: request => server.fetch(request),
    }
    this.root = this.#node('root', apiserver, FOR_CHILDREN)
    const branches = Math.ceil(leaves / fanout)
    for (let index = 0; index < branches && leaves > fanout; index++)
      this.branches.push(this.#child(`branch-${index}`, this.root, FOR_CHILDREN))
    for (let index = 0; index < leaves; index++) {
      const parent = this.branches[Math.floor(index / fanout)] ?? this.root
      this.leaves.push(this.#child(`leaf-${index}`, parent, () => this.#leafOptions(index)))
    }
  }

  /** All nodes, parents first. */
  get nodes(): readonly TreeNode[] {
    return [this.root, ...this.branches, ...this.leaves]
  }

  /** Since when all links from a node to the apiserver have had an open watch; undefined while one has none. */
  connectedSince(node: TreeNode): number | undefined {
    let since = 0
    for (let each: TreeNode | undefined = node; each; each = this.#parents.get(each)) {
      const { openSince } = each.link
      if (openSince === undefined) return undefined
      since = Math.max(since, openSince)
    }
    return since
  }

  #child(name: string, parent: TreeNode, options: () => NodeOptions): TreeNode {
    const node = this.#node(name, parent, options)
    this.#parents.set(node, parent)
    return node
  }

  #node(name: string, upstream: Upstream, options: () => NodeOptions): TreeNode {
    const { plan, clock, faulty } = this.#options
    const forgets = faulty?.forgets?.(name) ?? false
    return new TreeNode({
      name,
      link: new Link(upstream, clock, faulty?.alter?.(name)),
      clock,
      random: seededRandom(plan.seed + this.#parents.size),
      storage: forgets ? undefined : new MemoryStorage(),
      isUpstreamCache: name !== 'root',
      options,
    })
  }

  #leafOptions(index: number): NodeOptions {
    const { plan, server, clock, faulty } = this.#options
    const { watchesPerSecond, watchBurst, watchBytes, allWatchBytes } = plan.size
    const fetch: Fetch = async (url, init) => {
      if (init?.method === 'POST') {
        this.reviews++
        this.reviewMeter.add(clock.now())
      }
      await sleep(clock, LATENCY_MS)
      return await server.fetch(url, init)
    }
    const client = createKubeClient({ baseUrl: 'http://apiserver', fetch, getToken: () => 'relay', clock })
    const random = seededRandom(plan.seed + 1000 + index)
    const watchRbac = plan.watchesRbac && !faulty?.ignoresRbac
    return {
      authenticate: tokenReview({ client, clock }),
      authorize: accessReview({ client, clock, random, watchRbac }),
      budgets: {
        watches: Number.POSITIVE_INFINITY,
        watchesPerUser: Number.POSITIVE_INFINITY,
        watchesPerSecond,
        watchBurst,
        watchBytes,
        allWatchBytes,
        ...faulty?.budgets,
      },
    }
  }
}

type NodeOptions = Pick<RelayOptions, 'authenticate' | 'authorize' | 'budgets'>

/** Nodes trust each other, and return at once. */
const FOR_CHILDREN = (): NodeOptions => ({
  authenticate: async () => ({ username: 'relay' }),
  authorize: async () => ({ allowed: true }),
  budgets: { watchesPerSecond: Number.POSITIVE_INFINITY },
})
