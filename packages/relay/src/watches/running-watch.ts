import type { AccessAttributes } from '../api/access-attributes.ts'
import type { RelayWatch } from './relay-watch.ts'

/** An open watch with what is needed to check its access again. */
export interface RunningWatch {
  readonly watch: RelayWatch
  /** Has the credentials of the reader. */
  readonly request: Request
  readonly attributes: AccessAttributes
  /** When the access is checked again. */
  checkAt: number
  /** Its position in the schedule; -1 while it is checked. */
  slot: number
  /** Consecutive checks without an answer. */
  failures: number
}
