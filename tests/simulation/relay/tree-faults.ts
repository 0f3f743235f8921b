import type { FakeApiserver, FakeClock } from '@kube-informer/testing'
import type { Crowd } from './crowd.ts'
import type { Oracle } from './oracle.ts'
import type { Tree } from './tree.ts'
import type { TreeNode } from './tree-node.ts'
import type { TreeAction } from './tree-plan.ts'
import type { Users } from './users.ts'

/** With watched RBAC, and without. */
const REVOKED_MS = 5000
const TTL_MS = 61_000
/** Writes while readers do not read: more than may wait for one of them. */
const STALL_WRITES = 30
const STALL_PADDING = 12_000

/** What faults act on. */
export interface FaultyWorld {
  readonly clock: FakeClock
  readonly server: FakeApiserver
  readonly oracle: Oracle
  readonly tree: Tree
  readonly users: Users
  readonly crowds: readonly Crowd[]
  readonly watchesRbac: boolean
}

/** Carries out the actions of a plan. */
export class TreeFaults {
  readonly #world: FaultyWorld

  constructor(world: FaultyWorld) {
    this.#world = world
  }

  /** Starts what the action says; what follows from it is due later. */
  apply(action: TreeAction): void {
    const { root, branches, leaves } = this.#world.tree
    // Leaves without readers are not of interest.
    const read = this.#world.crowds.map(({ leaf }) => leaf)
    switch (action.type) {
      case 'kill-root':
        this.#kill(root, action.downMs)
        break
      case 'kill-branch':
        this.#kill(pick(branches, action.node), action.downMs)
        break
      case 'kill-leaf':
        this.#kill(pick(read, action.node), action.downMs)
        break
      case 'break-upstream':
        this.#breakUpstream(action)
        break
      case 'break-link':
        pick([...branches, ...leaves], action.node)?.link.break()
        break
      case 'stall':
        this.#stall(action)
        break
      case 'writes':
        this.#write(action.count, action.perSecond)
        break
      case 'revoke':
      case 'forget-token':
        this.#deny(action)
        break
    }
  }

  #write(count: number, perSecond: number, padding?: number): void {
    for (let write = 0; write < count; write++)
      this.#world.clock.setTimeout(() => this.#world.oracle.write(padding), (write * 1000) / perSecond)
  }

  /** The process ends at once, and another one starts later. */
  #kill(node: TreeNode | undefined, downMs: number): void {
    if (!node?.process) return
    const crowd = this.#world.crowds.find(({ leaf }) => leaf === node)
    node.kill()
    crowd?.cut()
    this.#world.clock.setTimeout(() => {
      node.start()
      crowd?.restarted()
    }, downMs)
  }

  #breakUpstream({ rejected, retryAfterSeconds }: Extract<TreeAction, { type: 'break-upstream' }>): void {
    const action = { type: 'status', code: 429, retryAfterSeconds } as const
    if (rejected > 0)
      this.#world.server.faults.add({ times: rejected, match: { resource: 'pods', watch: true }, action })
    this.#world.tree.root.link.break()
  }

  #stall({ oneIn, forMs }: Extract<TreeAction, { type: 'stall' }>): void {
    const stalled = this.#world.crowds.flatMap(({ readers }) =>
      readers.filter(({ index }) => index % oneIn === 0),
    )
    for (const reader of stalled) reader.stall()
    this.#write(STALL_WRITES, 2, STALL_PADDING)
    this.#world.clock.setTimeout(() => {
      for (const reader of stalled) reader.resume()
    }, forMs)
  }

  /** Withdraws the access of one user of each leaf. */
  #deny({ type, user: index }: Extract<TreeAction, { type: 'revoke' | 'forget-token' }>): void {
    const now = this.#world.clock.now()
    for (const { users } of this.#world.crowds) {
      const user = pick(users, index)
      if (!user) continue
      if (type === 'forget-token') this.#world.users.forgetToken(user, now + TTL_MS)
      else this.#world.users.revoke(user, now + (this.#world.watchesRbac ? REVOKED_MS : TTL_MS))
    }
    if (type === 'forget-token') return
    this.#world.server.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: `change-${this.#world.server.rv}` },
    })
  }
}

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length]
