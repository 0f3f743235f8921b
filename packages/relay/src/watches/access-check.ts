import type { Clock } from '@kube-informer/core'
import type { AccessAttributes, AccessDecision, Authorize } from '../api/access-attributes.ts'
import type { Authenticate, Identity } from '../api/identity.ts'
import { withDeadline } from '../api/with-deadline.ts'
import type { ReaderContext } from './reader-context.ts'

/** Maximum duration of one check. */
const TIMEOUT_MS = 15_000

export interface AccessCheckOptions {
  readonly authenticate: Authenticate
  readonly authorize: Authorize
  /** How long an answer holds that does not say so itself. */
  readonly recheckMs: number
  readonly clock: Clock
}

/** The result of a check. */
export interface Access {
  readonly identity: Identity
  readonly decision: AccessDecision
  /** When the access has to be checked again. */
  readonly checkedUntil: number
}

/** Checks who sends a request, and whether the sender may make it. */
export class AccessCheck {
  readonly #options: AccessCheckOptions

  constructor(options: AccessCheckOptions) {
    this.#options = options
  }

  /** The sender of a request; undefined if it is unknown or its credentials have expired. */
  async identify(
    request: Request,
    signal: AbortSignal,
    { identity: earlier, onIdentified }: ReaderContext = {},
  ): Promise<Identity | undefined> {
    const { authenticate, clock } = this.#options
    if (earlier) return (earlier.checkedUntil ?? 0) > clock.now() ? earlier : undefined
    const call = async (timed: AbortSignal) => {
      const identity = await authenticate(request, timed)
      return identity && (identity.expiresAt ?? Number.POSITIVE_INFINITY) > clock.now() ? identity : undefined
    }
    const deadline = { clock, timeoutMs: TIMEOUT_MS, what: 'authenticate a reader' }
    const identity = await withDeadline(deadline, signal, call)
    if (identity) onIdentified?.(identity)
    return identity
  }

  async decide(identity: Identity, attributes: AccessAttributes, signal: AbortSignal): Promise<Access> {
    const { authorize, clock, recheckMs } = this.#options
    const call = (timed: AbortSignal) => authorize(identity, attributes, timed)
    const what = 'authorize a reader'
    const decision = await withDeadline({ clock, timeoutMs: TIMEOUT_MS, what }, signal, call)
    const later = clock.now() + recheckMs
    const { expiresAt = Number.POSITIVE_INFINITY } = identity
    const checkedUntil = Math.min(expiresAt, identity.checkedUntil ?? later, decision.checkedUntil ?? later)
    return { identity, decision, checkedUntil }
  }
}
