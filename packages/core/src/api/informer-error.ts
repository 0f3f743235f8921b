// The errors that need nothing else, apart from the others: modules that are loaded on demand share only these.

/** Base class of the errors of kube-informer. The message contains what failed, where, and what to do. */
export abstract class InformerError extends Error {
  abstract readonly code: number | string
}

/** The response violates the Kubernetes protocol: wrong content type, invalid JSON, an oversized frame. */
export class ProtocolError extends InformerError {
  override readonly name = 'ProtocolError'
  readonly code = 'ProtocolError'
}

/** The API was called incorrectly. The cause is in the calling code, not in the cluster. */
export class UsageError extends InformerError {
  override readonly name = 'UsageError'
  readonly code = 'UsageError'
}
