import {
  type Clock,
  compareResourceVersions,
  isConflict,
  isStatus,
  type KubernetesObject,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Connection, Mutation, MutationOf } from '@kube-informer/worker'
import type { PageWrite } from './action.ts'
import { NAMESPACES } from './rights.ts'
import type { ServerLog } from './server-log.ts'
import { MARK } from './slice-check.ts'
import { ensure, Violation } from './violation.ts'
import { markOf, type SentWrite, type WritePath } from './write-path.ts'

/** A page that can write. */
export interface WritingPage {
  readonly identity: string
  readonly connection: Connection
  /** Whether its scripts still exist: otherwise its promises never settle. */
  readonly isAlive: () => boolean
  /** The rows that it shows. */
  readonly rows: () => readonly Pod[]
}

/** Which rows of an identity may be optimistic. */
export interface PendingWrites {
  /** Whether slices with these resourceVersions may differ from the server's states. */
  mayDiffer(shown: readonly string[]): boolean
  /** Whether a row may appear, change or disappear without a change on the server. */
  mayChange(key: string): boolean
}

/** A promise and its result so far. */
interface Outcome {
  state: 'pending' | 'resolved' | 'rejected'
  value?: unknown
}

interface StartedWrite {
  readonly page: WritingPage
  readonly sent: SentWrite
  readonly accepted: Outcome
  readonly settled: Outcome
  /** When and in which state of the server `settled` has settled. */
  end: { readonly atMs: number; readonly resourceVersion: string } | undefined
}

/** Options of {@link PageWrites}. */
export interface PageWritesOptions {
  readonly path: WritePath
  readonly log: ServerLog
  readonly clock: Clock
  readonly resourceVersion: () => string
}

/** Time in which the end of a write in a host is on the screen. */
const FRAMES_MS = 1_000
/** Time in which a host that was killed has a successor, whose rows replace those on the screen. */
const FAILOVER_MS = 3 * 60_000
/** Time in which a host that lost the response shows what it has read, or the next host what it has. */
const FOLLOW_MS = 10 * 60_000
const NAMES = 30
/** How often a function is run. */
const ATTEMPTS = 5

/** The mutations of the pages, and the checks of their promises. */
export class PageWrites {
  readonly #options: PageWritesOptions
  readonly #started: StartedWrite[] = []
  #violation: Violation | undefined

  constructor(options: PageWritesOptions) {
    this.#options = options
  }

  /** @param choose a random number below a limit */
  start(page: WritingPage, plan: PageWrite, choose: (limit: number) => number): void {
    const { path } = this.#options
    const rows = page.rows()
    // Few objects, so that writes overlap.
    const row = rows[choose(Math.max(1, Math.min(3, rows.length)))]
    const [namespace, name] =
      row && plan.verb !== 'create'
        ? [row.metadata.namespace, row.metadata.name]
        : [NAMESPACES[choose(2)] ?? 'blue', `pod-${choose(NAMES)}`]
    const sent = { plan, key: `${namespace}/${name}`, isDone: false, requests: 0 }
    const number = path.announce(sent)
    const app = plan.isValid ? (['a', 'b', 'c'][choose(3)] ?? 'a') : 'not valid!'
    // The connection's definitions, and so the type of its Pods, are not known here.
    const mutation = mutationOf({
      plan,
      row,
      at: { namespace, name },
      number,
      app,
    }) as MutationOf<KubernetesObject>
    const { accepted, settled }: Mutation<KubernetesObject, unknown> = page.connection.mutate({
      resource: 'pods',
      ...mutation,
    })
    const write: StartedWrite = {
      page,
      sent,
      accepted: outcomeOf(accepted),
      settled: outcomeOf(settled),
      end: undefined,
    }
    this.#started.push(write)
    const since = this.#options.resourceVersion()
    const onAccepted = () => this.#check(() => this.#checkAccepted(write, since))
    accepted.then(onAccepted, onAccepted)
    const onSettled = () => {
      write.end = { atMs: this.#options.clock.now(), resourceVersion: this.#options.resourceVersion() }
      this.#check(() => checkSettled(write))
    }
    settled.then(onSettled, onSettled)
  }

  /** Throws what a promise has violated. */
  check(): void {
    if (this.#violation) throw this.#violation
  }

  /** Each promise of a page that exists has settled. */
  checkRecovered(): void {
    this.check()
    for (const { page, sent, accepted, settled } of this.#started)
      ensure(
        !page.isAlive() || (accepted.state !== 'pending' && settled.state !== 'pending'),
        () => `${describe(sent)}: accepted is ${accepted.state}, settled is ${settled.state}`,
      )
  }

  /** The writes whose effect the pages of an identity may show. */
  of(identity: string): PendingWrites {
    const started = () => this.#started.filter(({ page }) => page.identity === identity)
    return {
      mayDiffer: shown => started().some(write => this.#mayDiffer(write, shown)),
      mayChange: key => started().some(write => write.sent.key === key && !this.#isOver(write)),
    }
  }

  #mayDiffer(write: StartedWrite, shown: readonly string[]): boolean {
    const { end, settled } = write
    if (!end || isCertain(settled)) return !this.#isOver(write)
    const isFollowed = shown.every(each => !isOlder(each, end.resourceVersion))
    return !isFollowed || this.#options.clock.now() - end.atMs < FAILOVER_MS
  }

  #isOver({ end, settled }: StartedWrite): boolean {
    const waitMs = isCertain(settled) ? FRAMES_MS : FOLLOW_MS
    return end !== undefined && this.#options.clock.now() - end.atMs >= waitMs
  }

  /** What `accepted` says is true of the server's history. */
  #checkAccepted({ sent, accepted }: StartedWrite, since: string): void {
    if (accepted.state === 'rejected') {
      ensure(
        !isRejection(accepted.value) || !sent.isDone,
        () => `${describe(sent)} was carried out, and rejected with ${String(accepted.value)}`,
      )
      ensure(
        sent.plan.verb !== 'change' || !isConflict(accepted.value) || sent.requests >= ATTEMPTS,
        () => `${describe(sent)} was rejected as a conflict after ${sent.requests} requests`,
      )
      return
    }
    // The object of a deletion whose response was lost may have been deleted by someone else.
    const isGone = sent.plan.verb === 'delete' && this.#options.log.wasGone(sent.key, since)
    ensure(sent.isDone || isGone, () => `${describe(sent)} was not carried out, and accepted`)
  }

  #check(check: () => void): void {
    try {
      check()
    } catch (error) {
      if (error instanceof Violation) this.#violation ??= error
      else throw error
    }
  }
}

/** What was accepted is settled in this state or a newer one. */
function checkSettled({ sent, accepted, settled }: StartedWrite): void {
  if (settled.state !== 'resolved') return
  ensure(accepted.state === 'resolved', () => `${describe(sent)} settled, and accepted is ${accepted.state}`)
  const [response, shown] = [accepted.value, settled.value] as (Pod | undefined)[]
  if (!response || !shown || isStatus(response) || response.metadata.uid !== shown.metadata.uid) return
  const [written = '', now = ''] = [response.metadata.resourceVersion, shown.metadata.resourceVersion]
  ensure(!isOlder(now, written), () => `${describe(sent)}: accepted in state ${written}, settled in ${now}`)
}

/** The page's view of the object, with a mark of the write, by which its effect is recognized. */
function mutationOf({
  plan: { verb },
  row,
  at,
  number,
  app,
}: {
  readonly plan: PageWrite
  readonly row: Pod | undefined
  readonly at: { readonly namespace: string; readonly name: string }
  readonly number: number
  readonly app: string
}): MutationOf<Pod> {
  const options = markOf(number, verb)
  const marks = { labels: { app }, annotations: { [MARK]: String(number) } }
  const marked = (pod: Pod): Pod => ({ ...pod, metadata: { ...pod.metadata, ...marks } })
  const spec = { containers: [{ name: 'main', image: 'main' }] }
  const created = marked({ apiVersion: 'v1', kind: 'Pod', metadata: { ...at }, spec })
  switch (verb) {
    case 'create':
      return { verb, object: created, options }
    case 'replace':
      return { verb, object: row ? marked(row) : created, options }
    case 'patch':
      return { verb, object: at, patch: { metadata: marks }, options }
    case 'apply':
      return {
        verb,
        object: { ...created, apiVersion: 'v1', kind: 'Pod' },
        options: { ...options, force: true },
      }
    case 'delete':
      return { verb, object: at, options }
    case 'change':
      return { object: at, change: marked, options }
  }
}

function outcomeOf(promise: Promise<unknown>): Outcome {
  const outcome: Outcome = { state: 'pending' }
  promise.then(
    value => Object.assign(outcome, { state: 'resolved', value }),
    value => Object.assign(outcome, { state: 'rejected', value }),
  )
  return outcome
}

/** Whether no host has to find out what has happened. */
const isCertain = ({ state, value }: Outcome): boolean => state === 'resolved' || isRejection(value)

const isRejection = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof StatusError && error.code >= 400 && error.code < 500 && error.code !== 408)

/** Slices without rows have no resourceVersion. */
const isOlder = (a: string, b: string): boolean => a === '' || compareResourceVersions(a, b) < 0

const describe = ({ plan, key }: SentWrite): string => `the ${plan.verb} of ${key} (${plan.fate})`
