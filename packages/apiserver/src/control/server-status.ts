import type { Churn } from '../churn/churn.ts'
import type { FaultMatch } from '../faults/fault-rules.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import type { PodResizer } from '../workloads/pod-resizer.ts'

/** The time over which requests are counted, in ms. */
const WINDOW_MS = 10_000

/** What the answer to `GET status` says. */
export interface ServerStatus {
  readonly rv: string
  readonly openWatches: number
  /** Changes of Pods per second; 0 if none are made. */
  readonly churn: number
  /** The number of requests in the log, which keeps between 10,000 and 20,000. */
  readonly requests: number
  /** The requests of the last seconds, by kind (`list`, `watch`, `patch`) and by status code. */
  readonly recent: {
    readonly seconds: number
    readonly kinds: Readonly<Record<string, number>>
    readonly codes: Readonly<Record<string, number>>
  }
  /** Rules with the times that are left, and strikes that have not ended. */
  readonly faults: {
    readonly rules: readonly unknown[]
    readonly strikes: readonly unknown[]
    /** Whether a script is playing. */
    readonly script: boolean
  }
  /** The generated Pods, if the server was started with a resizer. */
  readonly pods?: Pick<PodResizer, 'count' | 'target' | 'isRunning'>
}

/** The parts of a status that the server does not know. */
export interface StatusParts {
  readonly churn: Churn | undefined
  readonly pods: PodResizer | undefined
  readonly strikes: readonly unknown[]
  readonly script: boolean
}

/** The status of a server and of its controls. */
export function statusOf(server: FakeApiserver, { churn, pods, strikes, script }: StatusParts): ServerStatus {
  return {
    rv: server.rv,
    openWatches: server.openWatches,
    churn: churn?.isRunning ? churn.perSecond : 0,
    requests: server.requests.length,
    recent: recentRequests(server),
    faults: {
      rules: server.faults.active.map(rule => ({ ...rule, match: rule.match && printable(rule.match) })),
      strikes,
      script,
    },
    ...(pods ? { pods: { count: pods.count, target: pods.target, isRunning: pods.isRunning } } : {}),
  }
}

/** A RegExp is no JSON. */
const printable = (match: FaultMatch) => ({
  ...match,
  path: match.path instanceof RegExp ? String(match.path) : match.path,
})

function recentRequests({ requests, clock }: FakeApiserver): ServerStatus['recent'] {
  const since = clock.now() - WINDOW_MS
  const kinds: Record<string, number> = {}
  const codes: Record<string, number> = {}
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (let i = requests.length - 1; i >= 0; i--) {
    const { at, kind, status } = requests[i] as FakeApiserver['requests'][number]
    if (at < since) break
    count(kinds, kind)
    // Requests without an answer yet, and dropped ones, have no code.
    if (status !== undefined) count(codes, String(status))
  }
  return { seconds: WINDOW_MS / 1000, kinds, codes }
}
