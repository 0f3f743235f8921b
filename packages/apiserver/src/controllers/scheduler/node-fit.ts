import { labelMatcher } from '@kube-informer/core'
import type { Node, Pod, Taint, Toleration } from '@kube-informer/core/resources'

/** Taints with this prefix follow conditions and `spec.unschedulable`, which are looked at themselves. */
const LIFECYCLE_TAINTS = 'node.kubernetes.io/'
const DEFAULT_CAPACITY = 110

/** Why a Pod does not fit on a node, in kube-scheduler's words; undefined if it fits. */
export function misfit(pod: Pod, node: Node, podsOnNode: number): string | undefined {
  if (node.spec?.unschedulable) return 'node(s) were unschedulable'
  if (!isNodeReady(node) || !toleratesAll(pod, node)) return 'node(s) had untolerated taint(s)'
  if (!isSelected(pod, node)) return "node(s) didn't match Pod's node affinity/selector"
  return podsOnNode >= capacityOf(node) ? 'Too many pods' : undefined
}

/** Whether the kubelet of a node reports that it can run Pods. */
const isNodeReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false

function isSelected({ spec }: Pod, { metadata }: Node): boolean {
  const labels = metadata?.labels ?? {}
  if (spec?.nodeSelector && !labelMatcher({ matchLabels: spec.nodeSelector })(labels)) return false
  const terms =
    spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return terms?.some(({ matchExpressions }) => matchesAll(matchExpressions ?? [], labels)) ?? true
}

/** The operators Gt and Lt match nothing here. */
function matchesAll(
  expressions: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[],
  labels: Readonly<Record<string, string>>,
): boolean {
  return expressions.every(({ key, operator, values = [] }) => {
    const value = labels[key]
    if (operator === 'In') return value !== undefined && values.includes(value)
    if (operator === 'NotIn') return value === undefined || !values.includes(value)
    if (operator === 'Exists') return value !== undefined
    return operator === 'DoesNotExist' && value === undefined
  })
}

const toleratesAll = ({ spec }: Pod, node: Node): boolean =>
  (node.spec?.taints ?? []).every(
    taint =>
      taint.effect === 'PreferNoSchedule' ||
      taint.key.startsWith(LIFECYCLE_TAINTS) ||
      (spec?.tolerations ?? []).some(toleration => tolerates(toleration, taint)),
  )

const tolerates = ({ key, operator, value, effect }: Toleration, taint: Taint): boolean =>
  (!effect || effect === taint.effect) &&
  (!key ? operator === 'Exists' : key === taint.key) &&
  (operator === 'Exists' || (value ?? '') === (taint.value ?? ''))

function capacityOf({ status }: Node): number {
  const capacity = Number(status?.allocatable?.pods ?? status?.capacity?.pods ?? DEFAULT_CAPACITY)
  return Number.isFinite(capacity) ? capacity : DEFAULT_CAPACITY
}

/** Why a Pod fits nowhere (kube-scheduler's `FitError`). */
export function fitError(reasons: readonly string[]): string {
  if (reasons.length === 0) return 'no nodes available to schedule pods'
  const nodes = `0/${reasons.length} nodes are available: ${histogram(reasons)}.`
  const preemptions = reasons.map(reason =>
    reason === 'Too many pods'
      ? 'No preemption victims found for incoming pod'
      : 'Preemption is not helpful for scheduling',
  )
  return `${nodes} preemption: 0/${reasons.length} nodes are available: ${histogram(preemptions)}.`
}

function histogram(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ')
}
