import type { Server } from './answer.ts'
import { type Difference, differences } from './difference.ts'
import { Session } from './session.ts'
import { isWrite, type Step } from './step.ts'

/** Two servers. */
export interface Servers {
  readonly real: Server
  readonly fake: Server
}

/** Sends the same requests to both servers, in namespaces with the same name. */
export class Pair {
  readonly #real: Session
  readonly #fake: Session
  requests = 0

  constructor({ real, fake }: Servers, namespace: string) {
    this.#real = new Session(real, namespace)
    this.#fake = new Session(fake, namespace)
  }

  async open(): Promise<void> {
    await Promise.all([this.#real.open(), this.#fake.open()])
  }

  /** Sends a request to both servers; resolves with the differences. */
  async compare(step: Step): Promise<readonly Difference[]> {
    this.requests++
    const [real, fake] = await Promise.all([this.#real.send(step), this.#fake.send(step)])
    const [one, other] = [
      { session: this.#real, answer: real },
      { session: this.#fake, answer: fake },
    ]
    return differences(step, one, other, Date.now())
  }

  /** Compares the stored objects of both servers after a step. */
  async compareState(step: Step): Promise<readonly Difference[]> {
    if (!isWrite(step)) return []
    const { changes, path, depth } = step
    const outside = changes === undefined && !path.includes('/namespaces/{{ns}}/')
    const query = outside ? ([['labelSelector', 'sequence={{ns}}']] as const) : []
    return this.compare({
      what: `state after ${step.what}`,
      method: 'GET',
      path: changes ?? path,
      query,
      depth,
    })
  }

  /** Describes the request to the real server, for the report. */
  describe(step: Step): string {
    const { method, path, headers, body } = this.#real.fill(step)
    const { 'user-agent': _agent, ...rest } = headers
    const shown = Object.entries(rest).map(([name, value]) => `${name}: ${value}`)
    return [method, path, ...(shown.length > 0 ? [`(${shown.join(', ')})`] : []), body ?? ''].join(' ').trim()
  }
}
