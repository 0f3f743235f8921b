import { createKubeClient, type InformerClient, type KubernetesObject } from '@kube-informer/core'
import { type Lease, type LeaseSpec, leases } from '@kube-informer/core/resources'
import { createFakeApiserver, type FakeApiserver, FakeClock } from '@kube-informer/testing'
import type { LeaderElectorOptions } from '../leader-election/elector-options.ts'
import { LeaderElector } from '../leader-election/leader-elector.ts'
import { LeaseLock, type LeaseLockOptions } from '../leader-election/lease-lock.ts'

/** A candidate of the election, and what its callbacks saw. */
export interface TestCandidate {
  readonly elector: LeaderElector
  readonly lock: LeaseLock
  /** `leader NAME`, `started`, `aborted`, `stopped`, in order. */
  readonly calls: string[]
  /** The same, with the seconds since the start of the test. */
  readonly timedCalls: string[]
  /** `become leader` and the like, as events record them. */
  readonly events: string[]
  readonly metrics: string[]
  readonly errors: unknown[]
  /** The signal of the leader's function. */
  readonly signal: () => AbortSignal
  readonly abort: () => void
  /** How `run` ended: undefined before, then 'resolved' or the error. */
  readonly outcome: () => unknown
  readonly run: () => Promise<void>
}

type Overrides = Partial<LeaderElectorOptions> & { readonly lockOptions?: Partial<LeaseLockOptions> }

/** An apiserver and candidates in virtual time. `suspend` advances the clocks while no timer runs. */
export class TestElection {
  readonly clock = new FakeClock()
  readonly server: FakeApiserver = createFakeApiserver({ clock: this.clock })
  /** What happens to the requests of this election; by default they are sent. */
  fetch: typeof fetch = (input, init) => this.server.fetch(String(input), init)
  readonly client: InformerClient = this.newClient()
  suspendedMs = 0
  readonly #startedAt = this.clock.now()
  readonly #before = this.server.requests.length

  /** Loads the modules of the fake apiserver: virtual time does not wait for them. */
  static async warmUp(): Promise<void> {
    const { client } = new TestElection()
    await client.create(leases, { metadata: { namespace: 'default', name: 'l' }, spec: {} })
  }

  newClient(): InformerClient {
    return createKubeClient({
      baseUrl: 'https://cluster.example',
      clock: this.clock,
      fetch: (url, init) => this.fetch(url, init),
    })
  }

  /** The machine sleeps: time passes, and no timer runs. */
  suspend(ms: number): void {
    this.suspendedMs += ms
  }

  get now(): number {
    return (this.clock.now() - this.#startedAt) / 1000
  }

  /** The lease as the server stores it. */
  get lease(): Lease | undefined {
    return this.server.get(leases, 'default/l')
  }

  get spec(): LeaseSpec {
    return this.lease?.spec ?? {}
  }

  put(spec: LeaseSpec, metadata: KubernetesObject['metadata'] = {}): void {
    const lease: Lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { ...metadata, namespace: 'default', name: 'l' },
      spec,
    }
    if (this.lease) this.server.update(lease)
    else this.server.create(lease)
  }

  /** The requests so far, as `get`, `create` and `update`. */
  get requests(): readonly string[] {
    const names: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update' }
    return this.server.requests.slice(this.#before).map(({ method }) => names[method] ?? method)
  }

  candidate(identity: string, { lockOptions, ...options }: Overrides = {}): TestCandidate {
    const calls: string[] = []
    const timedCalls: string[] = []
    const events: string[] = []
    const metrics: string[] = []
    const errors: unknown[] = []
    const call = (name: string) => {
      calls.push(name)
      timedCalls.push(`${this.now} ${name}`)
    }
    let signal = new AbortController().signal
    const controller = new AbortController()
    const lock = new LeaseLock({
      client: this.client,
      namespace: 'default',
      name: 'l',
      identity,
      events: { event: (_regarding, _type, _reason, note) => void events.push(note) },
      ...lockOptions,
    })
    const { clock } = this
    const elector = new LeaderElector({
      lock,
      clock: { ...clockOf(clock), now: () => clock.now() + this.suspendedMs },
      random: () => 0,
      onStartedLeading: leading => {
        signal = leading
        call('started')
        return new Promise(resolve => {
          leading.addEventListener('abort', () => {
            call('aborted')
            resolve()
          })
        })
      },
      onStoppedLeading: () => call('stopped'),
      onNewLeader: name => call(`leader ${name}`),
      metrics: {
        setLeading: (name, isLeading) => void metrics.push(`${name} ${Number(isLeading)}`),
        slowPathExercised: name => void metrics.push(`${name} slow`),
      },
      log: recordingLogger(errors),
      ...options,
    })
    let outcome: unknown
    return {
      elector,
      lock,
      calls,
      timedCalls,
      events,
      metrics,
      errors,
      signal: () => signal,
      abort: () => controller.abort(),
      outcome: () => outcome,
      run: () =>
        elector.run(controller.signal).then(
          () => {
            outcome = 'resolved'
          },
          error => {
            outcome = error
          },
        ),
    }
  }
}

const clockOf = ({ setTimeout, clearTimeout, yieldToHost }: FakeClock) => ({
  setTimeout,
  clearTimeout,
  yieldToHost,
})

function recordingLogger(errors: unknown[]): NonNullable<LeaderElectorOptions['log']> {
  const logger = {
    debug: () => {},
    info: () => {},
    error: (_message: string, error: unknown) => void errors.push(error),
    with: () => logger,
  }
  return logger
}
