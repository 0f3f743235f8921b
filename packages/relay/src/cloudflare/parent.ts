import { systemClock } from '@kube-informer/core'
import { SLEEP_PATH } from './internal-requests.ts'
import { sendTo } from './node-address.ts'
import { RelayNode, type RelayNodeOptions } from './relay-node.ts'
import { SleepingLeaves } from './sleep/sleeping-leaves.ts'
import type { TreeMember } from './tree-member.ts'

/** A root or a branch: a node that other nodes read from, and that wakes leaves. */
export class Parent implements TreeMember {
  readonly #node: RelayNode
  readonly #sleeping: SleepingLeaves

  constructor(options: RelayNodeOptions) {
    const { objects, sleep, clock = systemClock } = options.options
    this.#sleeping = new SleepingLeaves({
      watch: request => this.#node.fetch(request),
      send: (leaf, request) => sendTo(objects, leaf, request),
      clock,
    })
    const onAccessChange =
      sleep?.quietMs === Number.POSITIVE_INFINITY ? undefined : () => this.#sleeping.accessChanged()
    this.#node = new RelayNode({ ...options, onAccessChange })
  }

  fetch(request: Request): Promise<Response> {
    const isNotice = new URL(request.url).pathname === SLEEP_PATH
    return isNotice ? this.#sleeping.receive(request) : this.#node.fetch(request)
  }

  /** A parent has no alarm: the notices of its sleeping leaves keep it in memory. */
  async alarm(): Promise<void> {}

  closed(): void {}

  async stop(): Promise<void> {
    this.#sleeping.stop()
    await this.#node.stop()
  }
}
