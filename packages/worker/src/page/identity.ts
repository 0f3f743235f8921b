import type { ConnectionOptions } from '../api/connection.ts'

/** Who a connection is, or why nobody knows. */
export interface ResolvedIdentity {
  readonly identity?: string
  readonly failure?: string
}

/** Asks for the identity; never rejects, since a connection without one works, too. */
export async function resolveIdentity(identity: ConnectionOptions['identity']): Promise<ResolvedIdentity> {
  try {
    const name = typeof identity === 'function' ? await identity() : identity
    return name ? { identity: name } : {}
  } catch (error) {
    return { failure: `the identity could not be told: ${messageOf(error)}` }
  }
}

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
