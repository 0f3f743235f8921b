import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { type FaultPlay, type FaultStep, playFaults } from './fault-script.ts'
import { durationOf, type ServerFault, strike } from './server-fault.ts'

/** The types of faults that are over at once. */
const MOMENTARY: ReadonlySet<ServerFault['type']> = new Set(['compact', 'relist', 'dropWatches', 'restart'])

/** The strikes and the script of a server's controls, until they end. */
export class ActiveFaults {
  readonly #server: FakeApiserver
  /** The strikes that have not ended, by the functions that end them. */
  readonly #strikes = new Map<() => void, ServerFault>()
  #play: FaultPlay | undefined

  constructor(server: FakeApiserver) {
    this.#server = server
  }

  /** The strikes besides rules, which the server lists itself. */
  get strikes(): readonly ServerFault[] {
    return [...this.#strikes.values()].filter(({ type }) => type !== 'rule')
  }

  get isPlaying(): boolean {
    return this.#play !== undefined
  }

  /** Starts a fault, for its `forMs` or until {@link endStrikes}. */
  strike(fault: ServerFault): void {
    const { clock } = this.#server
    const endFault = strike(this.#server, fault)
    if (MOMENTARY.has(fault.type)) return
    const forMs = durationOf(fault)
    const timer = forMs === undefined ? undefined : clock.setTimeout(() => end(), forMs)
    const end = () => {
      clock.clearTimeout(timer)
      if (this.#strikes.delete(end)) endFault()
    }
    this.#strikes.set(end, fault)
  }

  /** Ends all strikes. */
  endStrikes(): void {
    for (const end of [...this.#strikes.keys()]) end()
  }

  /** Plays a script instead of the current one. */
  play(steps: readonly FaultStep[]): void {
    this.endScript()
    const play = playFaults(this.#server, steps)
    this.#play = play
    const forget = () => {
      if (this.#play === play) this.#play = undefined
    }
    // The response has been sent, so a failing step cannot be reported.
    play.done.then(forget, forget)
  }

  /** Stops the script. */
  endScript(): void {
    this.#play?.stop()
    this.#play = undefined
  }
}
