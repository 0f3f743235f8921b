import type { Random } from '@kube-informer/core'
import { type FakeApiserver, nextPodStatus, type Pod, pods } from '@kube-informer/testing'
import { another } from '../hosts/pods.ts'
import type { History } from './history.ts'

const TICK_MS = 20
/** The bounds of the number of Pods. */
const FEWEST = 200
const MOST = 400

/** Writes to the server continuously, mostly updates, and records each write in the history. */
export class Writer {
  readonly #server: FakeApiserver
  readonly #history: History
  readonly #random: Random
  #timer: NodeJS.Timeout | undefined
  #serial = 0

  constructor(server: FakeApiserver, history: History, random: Random) {
    this.#server = server
    this.#history = history
    this.#random = random
  }

  start(perSecond: number): void {
    this.stop()
    let owed = 0
    this.#timer = setInterval(() => {
      for (owed += (perSecond * TICK_MS) / 1000; owed >= 1; owed--) this.#write()
    }, TICK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #write(): void {
    const pod = this.#anyPod()
    const count = this.#server.keys(pods).length
    const dice = this.#random()
    if (count < FEWEST || (dice < 0.15 && count < MOST)) this.#history.create(this.#newPod(pod))
    else if (dice < 0.3) this.#history.delete(pod)
    else this.#history.update({ ...pod, status: nextPodStatus(pod, this.#random, Date.now()) })
  }

  #newPod(like: Pod): Pod {
    this.#serial++
    // Some names are reused: a recreated Pod is another object with another uid.
    const name = this.#random() < 0.5 ? `recreated-${this.#serial % 20}` : `created-${this.#serial}`
    const taken = this.#server.get(pods, `${like.metadata.namespace}/${name}`)
    return another(like, taken ? `created-${this.#serial}-again` : name)
  }

  #anyPod(): Pod {
    const keys = this.#server.keys(pods)
    const pod = this.#server.get(pods, keys[Math.floor(this.#random() * keys.length)] ?? '')
    if (!pod) throw new Error('the server has no Pods')
    return pod
  }
}
