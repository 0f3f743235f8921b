import type { Deployment, ReplicaSet } from '@kube-informer/core/resources'

const PREFIX = 'deployment.kubernetes.io'
/** The number of a revision. */
export const REVISION: string = `${PREFIX}/revision`
/** The earlier numbers of a revision that was rolled back to. */
const HISTORY = `${PREFIX}/revision-history`
/** The wanted replicas of the Deployment when the ReplicaSet was scaled last. */
export const DESIRED_REPLICAS: string = `${PREFIX}/desired-replicas`
/** The most replicas at that time. */
export const MAX_REPLICAS: string = `${PREFIX}/max-replicas`

/** Annotations of a Deployment that its ReplicaSets do not get. */
const OWN: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  REVISION,
  HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
])

type Annotations = Readonly<Record<string, string>>

/** A number in an annotation of a ReplicaSet. */
export function annotatedCount({ metadata }: ReplicaSet, name: string): number | undefined {
  const text = metadata?.annotations?.[name] ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** The number of a ReplicaSet's revision; 0 without one. */
export const revisionOf = (replicaSet: ReplicaSet): number => annotatedCount(replicaSet, REVISION) ?? 0

/** The annotations of the new ReplicaSet: those of the Deployment, and a revision that is never lowered. */
export function revisionAnnotations(
  { metadata }: Deployment,
  before: Annotations,
  revision: number,
): Annotations {
  const copied = Object.entries(metadata?.annotations ?? {}).filter(([name]) => !OWN.has(name))
  const known = before[REVISION]
  const next = { ...before, ...Object.fromEntries(copied) }
  if (Number(known ?? 0) >= revision) return next
  const history = known === undefined ? {} : { [HISTORY]: historyWith(before[HISTORY] ?? '', known) }
  return { ...next, ...history, [REVISION]: String(revision) }
}

const historyWith = (history: string, revision: string): string =>
  history === '' ? revision : `${history},${revision}`

/** The annotations of a ReplicaSet that is scaled. */
export const sizeAnnotations = (desired: number, most: number): Annotations => ({
  [DESIRED_REPLICAS]: String(desired),
  [MAX_REPLICAS]: String(most),
})

/** Whether an object has these annotations. */
export const hasAnnotations = (before: Annotations | undefined, wanted: Annotations): boolean =>
  Object.entries(wanted).every(([name, value]) => before?.[name] === value)
