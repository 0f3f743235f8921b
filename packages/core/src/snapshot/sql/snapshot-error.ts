import { InformerError } from '../../api/errors.ts'

/** Stored data was not used: it is damaged, or the tables belong to another application. */
export class SnapshotError extends InformerError {
  override readonly name = 'SnapshotError'
  readonly code = 'SnapshotError'
}

export const damaged = (reason: string): SnapshotError =>
  new SnapshotError(`the stored snapshot is damaged and was not used: ${reason}`)
