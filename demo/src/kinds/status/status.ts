/** The severity of a status, which selects its color: healthy, in progress, a problem, going away, finished. */
export type Tone = 'good' | 'wait' | 'bad' | 'gone' | 'done'

/** The state of an object in one word, as kubectl prints it where kubectl has a word for it. */
export interface Status {
  readonly text: string
  readonly tone: Tone
}

/** A condition of `status.conditions`. */
export interface ConditionLike {
  readonly type?: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
}

/** The fields that statuses are read from, of any kind. */
export interface ObjectWithStatus {
  readonly metadata?: { readonly generation?: number; readonly deletionTimestamp?: string } | undefined
  readonly status?:
    | {
        readonly conditions?: readonly ConditionLike[]
        readonly observedGeneration?: number
        readonly phase?: string
      }
    | undefined
}

export const statusWith = (text: string, tone: Tone): Status => ({ text, tone })

/** What the garbage collector or a controller is removing. */
export const TERMINATING: Status = statusWith('Terminating', 'gone')

export const conditionOf = ({ status }: ObjectWithStatus, type: string): ConditionLike | undefined =>
  Array.isArray(status?.conditions) ? status.conditions.find(condition => condition.type === type) : undefined

export const isTrue = (object: ObjectWithStatus, type: string): boolean =>
  conditionOf(object, type)?.status === 'True'

/** Whether the controller has not seen the last change of the spec. */
export const isOutdated = ({ metadata, status }: ObjectWithStatus): boolean =>
  typeof status?.observedGeneration === 'number' &&
  typeof metadata?.generation === 'number' &&
  status.observedGeneration < metadata.generation
