import { UsageError } from '../api/errors.ts'
import type { PathSegments } from '../api/path.ts'
import type { WantedPaths } from './wanted-paths.ts'

export { API_VERSION, KIND, NAME, NAMESPACE, RESOURCE_VERSION, UID } from './identifying-members.ts'

/** How a walk handles a member of an object. */
export interface Step {
  readonly cut: boolean
  /** Which of the identifying members it is; -1 for none. */
  readonly finds: number
  /** How its members are handled, if it is an object. */
  readonly below: ObjectPlan | undefined
}

/** How a walk handles the members of an object. */
export interface ObjectPlan {
  /** The planned keys as text and as JSON bytes, and the length of the shortest. */
  readonly texts: readonly string[]
  readonly shortest: number
  readonly names: readonly Uint8Array[]
  readonly steps: readonly Step[]
  /** The step for all other members. */
  readonly otherwise: Step
  /** Whether values of its members may be shared between objects. */
  readonly shares: boolean
}

export interface PlanOptions extends WantedPaths {
  /** The members that {@link ObjectWalk.found} has, at most seven. They are never cut. @default those that identify an object */
  readonly finds?: readonly PathSegments[] | undefined
}

/** Maximum length of a path. */
const MAX_STEPS = 16

const IDENTITY: readonly PathSegments[] = [
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['kind'],
  ['apiVersion'],
]

/** A plan under construction. */
interface Draft {
  cut: boolean
  finds: number
  /** Members without a draft are kept. */
  whole: boolean
  /** Members without a draft are cut. */
  cutsRest: boolean
  readonly below: Map<string, Draft>
}

const draft = (): Draft => ({ cut: false, finds: -1, whole: false, cutsRest: false, below: new Map() })

/** The draft at a path; creates missing drafts. */
function reach(root: Draft, path: PathSegments): Draft {
  if (path.length > MAX_STEPS)
    throw new UsageError(`a path of more than ${MAX_STEPS} steps: ${path.join('.')}`)
  let at = root
  for (const segment of path) {
    const next = at.below.get(segment) ?? draft()
    at.below.set(segment, next)
    at = next
  }
  return at
}

/** Creates the plan of a walk that finds the identity of an object and cuts unwanted paths. */
export function planObject({ trim, pick, shares = false, finds = IDENTITY }: PlanOptions): ObjectPlan {
  const root = draft()
  finds.forEach((path, index) => {
    reach(root, path).finds = index
  })
  for (const path of pick ?? []) reach(root, path).whole = true
  for (const path of trim) {
    const at = reach(root, path)
    // These identify an object, so they stay even if all of metadata is unwanted.
    if ([...at.below.values()].some(below => below.finds !== -1)) at.cutsRest = true
    else if (at.finds === -1) at.cut = true
  }
  return finish(root, pick !== undefined, shares, 0)
}

const encoder = /* @__PURE__ */ new TextEncoder()
/** The lookup data for the keys of a plan. */
export function namesOf(texts: readonly string[]): Pick<ObjectPlan, 'texts' | 'names' | 'shortest'> {
  const names = texts.map(text => encoder.encode(JSON.stringify(text).slice(1, -1)))
  return { texts, names, shortest: Math.min(Number.MAX_SAFE_INTEGER, ...names.map(name => name.length)) }
}

/** The step of a member that is kept. */
export const KEEP: Step = { cut: false, finds: -1, below: undefined }
const CUT: Step = { cut: true, finds: -1, below: undefined }
const SHARE: Step = {
  cut: false,
  finds: -1,
  below: { ...namesOf([]), steps: [], otherwise: KEEP, shares: true },
}

/** Whether any part of it is picked or identifies the object; drafts of `trim` alone do not count. */
const isWanted = (at: Draft): boolean => at.whole || at.finds !== -1 || [...at.below.values()].some(isWanted)

function finish(at: Draft, picks: boolean, shares: boolean, depth: number): ObjectPlan {
  const cutsRest = at.cutsRest || (picks && !at.whole)
  const entries = [...at.below]
  return {
    ...namesOf(entries.map(([name]) => name)),
    steps: entries.map(([, below]) => ({
      cut: below.cut || (cutsRest && !isWanted(below)),
      finds: below.finds,
      below: planBelow(below, cutsRest, shares, depth),
    })),
    otherwise: otherwise(cutsRest, shares, depth),
    shares: shares && depth === 1,
  }
}

function planBelow(below: Draft, picks: boolean, shares: boolean, depth: number): ObjectPlan | undefined {
  const cutsRest = picks && !below.whole
  if (below.cut || (below.finds !== -1 && below.below.size === 0)) return undefined
  if (below.below.size === 0 && !cutsRest) return shares && depth === 0 ? SHARE.below : undefined
  return finish(below, picks, shares, depth + 1)
}

function otherwise(cutsRest: boolean, shares: boolean, depth: number): Step {
  if (cutsRest) return CUT
  return shares && depth === 0 ? SHARE : KEEP
}

/** The depth of the deepest planned member; top-level members have depth 1. */
export function depthOf(plan: ObjectPlan): number {
  const below = [...plan.steps, plan.otherwise].map(step => (step.below ? depthOf(step.below) : 0))
  return 1 + Math.max(0, ...below)
}
