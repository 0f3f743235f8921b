// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

/** meta/v1 Condition. */
export interface Condition {
  readonly lastTransitionTime: string
  readonly message: string
  readonly observedGeneration?: number
  readonly reason: string
  readonly status: string
  readonly type: string
}

/** meta/v1 DeleteOptions. */
export interface DeleteOptions {
  readonly apiVersion?: string
  readonly dryRun?: readonly string[]
  readonly gracePeriodSeconds?: number
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
  readonly kind?: string
  readonly orphanDependents?: boolean
  readonly preconditions?: Preconditions
  readonly propagationPolicy?: string
}

/** meta/v1 FieldSelectorRequirement. */
export interface FieldSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

/** meta/v1 GroupResource. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** meta/v1 LabelSelectorRequirement. */
export interface LabelSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

/** meta/v1 Preconditions. */
export interface Preconditions {
  readonly resourceVersion?: string
  readonly uid?: string
}
