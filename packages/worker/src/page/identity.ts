import { errorMessage } from '@kube-informer/core/internal'
import type { ConnectionOptions } from '../api/connection.ts'

/** The identity of a connection, or the reason why there is none. */
export interface ResolvedIdentity {
  readonly identity?: string
  readonly failure?: string
}

/** Resolves the identity. Never rejects: a connection without an identity works too. */
export async function resolveIdentity(identity: ConnectionOptions['identity']): Promise<ResolvedIdentity> {
  try {
    const name = typeof identity === 'function' ? await identity() : identity
    return name ? { identity: name } : {}
  } catch (error) {
    return { failure: `the identity is unknown: ${errorMessage(error)}` }
  }
}
