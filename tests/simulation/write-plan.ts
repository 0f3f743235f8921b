import { seededRandom } from '@kube-informer/testing'
import type { Action, PageWrite, Step, Write, WriteFate } from './action.ts'

const VERBS: readonly PageWrite['verb'][] = [
  ...(['create', 'replace', 'patch', 'patch', 'patch'] as const),
  ...(['apply', 'delete', 'change', 'change'] as const),
]
const FATES: readonly WriteFate[] = [
  ...(['answered', 'answered', 'answered', 'answered', 'answered'] as const),
  ...(['forbidden', 'not-sent', 'answer-lost', 'answer-lost', 'answer-replaced'] as const),
]
const WRITES: readonly Write[] = ['update', 'relabel', 'update', 'delete', 'recreate']

/**
 * The steps of a history with writes of its pages between them, in half of the seeds. They have a random generator of their
 * own, so that the other steps stay the same.
 */
export function withPageWrites(steps: readonly Step[], seed: number, hasTabs: boolean): readonly Step[] {
  const random = seededRandom(~seed)
  const upTo = (limit: number): number => Math.floor(random() * limit)
  const choose = <V>(values: readonly V[]): V => values[upTo(values.length)] as V
  if (random() < 0.5) return steps
  const latency = () => choose([0, upTo(300), upTo(5_000), upTo(20_000)])
  const writeOf = (): PageWrite => ({
    verb: choose(VERBS),
    fate: choose(FATES),
    isValid: random() < 0.9,
    beforeMs: latency(),
    afterMs: latency(),
  })
  const actionsOf = (): readonly Action[] => {
    const tab = upTo(12)
    const others = Array.from({ length: 6 }, () => choose(WRITES))
    return [
      { type: 'mutate', page: upTo(12), writes: Array.from({ length: 1 + upTo(4) }, writeOf) },
      ...(random() < 0.4 ? [{ type: 'write', writes: others } as const] : []),
      ...(hasTabs && random() < 0.25
        ? [{ type: choose(['kill-worker', 'kill-worker', 'kill-tab', 'sign-out'] as const), tab }]
        : []),
    ]
  }
  const added = Array.from({ length: 4 + upTo(6) }, () => {
    let atMs = choose(steps).atMs + upTo(5_000)
    return actionsOf().map((action): Step => {
      const step = { atMs, seed: upTo(2 ** 31), action }
      atMs += upTo(2_000)
      return step
    })
  })
  return [...steps, ...added.flat()].toSorted((a, b) => a.atMs - b.atMs)
}
