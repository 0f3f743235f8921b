import type { KubernetesObject } from '@kube-informer/core'
import { ageOf, objectAge } from '@kube-informer/core/columns'
import type { CellsByKind } from './cells.ts'
import { type PodSummary, podSummary } from './pod-summary.ts'
import { conditionOf, objectsAt, textAt } from './read.ts'

const NONE = '<none>'

const summaries = new WeakMap<object, PodSummary>()

/** Three columns share one summary; stored objects are immutable. */
function summaryOf(pod: KubernetesObject): PodSummary {
  const summary = summaries.get(pod) ?? podSummary(pod)
  summaries.set(pod, summary)
  return summary
}

function restartsText(object: KubernetesObject, now: number): string {
  const { restarts, lastRestart } = summaryOf(object)
  return restarts > 0 && lastRestart ? `${restarts} (${ageOf(lastRestart, now)} ago)` : String(restarts)
}

function readinessGates(object: unknown): string {
  const gates = objectsAt(object, 'spec.readinessGates')
  if (gates.length === 0) return NONE
  const isTrue = (type: string) => conditionOf(object, type)?.status === 'True'
  return `${gates.filter(gate => isTrue(textAt(gate, 'conditionType'))).length}/${gates.length}`
}

const COMPLETED: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
}

/** Marks Pods that have completed. */
export function podConditions(pod: KubernetesObject): readonly object[] {
  const reason = textAt(pod, 'status.phase')
  const message = COMPLETED[reason]
  return message ? [{ type: 'Completed', status: 'True', reason, message }] : []
}

/** Cells of Pods. */
export const POD_CELLS: CellsByKind = {
  '/Pod': {
    Ready: object => {
      const { ready, total } = summaryOf(object)
      return `${ready}/${total}`
    },
    Status: object => summaryOf(object).status,
    Restarts: restartsText,
    Age: objectAge,
    IP: object =>
      textAt(objectsAt(object, 'status.podIPs')[0], 'ip') || textAt(object, 'status.podIP') || NONE,
    Node: object => textAt(object, 'spec.nodeName') || NONE,
    'Nominated Node': object => textAt(object, 'status.nominatedNodeName') || NONE,
    'Readiness Gates': readinessGates,
  },
}
