/** One change of a collection, as it is stored. */
export interface LogEntry {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  readonly uid: string
  readonly resourceVersion: string
  /** The JSON text of the object; of a deleted one its last state, or "". */
  readonly text: string
}

/** Applies changes to a state, by key. */
export function applyEntries(state: Map<string, LogEntry>, entries: Iterable<LogEntry>): void {
  for (const entry of entries) {
    if (entry.type === 'DELETED') state.delete(entry.key)
    else state.set(entry.key, entry)
  }
}
