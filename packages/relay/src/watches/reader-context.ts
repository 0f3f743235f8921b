import type { Identity } from '../api/identity.ts'

/** How the reader of a request is identified, in addition to the credentials of the request. */
export interface ReaderContext {
  /**
   * The reader, which was authenticated earlier; the request has no credentials any more. It holds until its
   * `checkedUntil`, and cannot be renewed.
   */
  readonly identity?: Identity | undefined
  /** Called with each identity that `authenticate` returns: for the request, and for later checks of its watch. */
  readonly onIdentified?: ((identity: Identity) => void) | undefined
}
