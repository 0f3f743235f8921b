import type { Clock } from '@kube-informer/core'
import type { Access } from '../access/access.ts'
import type { Auth } from '../access/auth.ts'
import { reviewOf } from '../access/reviews.ts'
import type { User } from '../access/user.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { objectMetaOf } from '../object/any-object.ts'
import { loadTarget, withType } from '../registry/target.ts'
import { parseWriteOptions } from '../registry/write-options.ts'
import { unknownResource } from '../status/status-errors.ts'
import { decodeBody } from './body/decode-body.ts'
import { bodyTypeOf } from './body/media-type.ts'
import { readText } from './body/read-text.ts'
import type { Call, ResourceRoute } from './call.ts'
import { negotiateAnswer, renderStatus } from './render.ts'
import { withWarnings } from './warnings.ts'

/** The server parts that reviews depend on. */
export interface ReviewHandlerOptions {
  readonly access: Access
  readonly auth: Auth
  readonly kinds: Kinds
  readonly clock: Clock
}

const GROUPS = new Set(['authentication.k8s.io', 'authorization.k8s.io'])

/** Answers access and token reviews. */
export class ReviewHandler {
  readonly #options: ReviewHandlerOptions

  constructor(options: ReviewHandlerOptions) {
    this.#options = options
  }

  /** Whether a resource is a review. */
  handles({ kind, resource }: ResourceRoute): boolean {
    return GROUPS.has(resource.group) && kind.verbs.join() === 'create'
  }

  /** @param user who sent the request */
  answer(route: ResourceRoute, call: Call, user: User): Promise<Response> {
    const { request, query } = call
    return withWarnings(request, async warn => {
      const form = negotiateAnswer(call, { hasTable: false })
      const type = bodyTypeOf(request)
      const text = await readText(request)
      const target = await loadTarget(route.kind, route)
      const userAgent = request.headers.get('User-Agent')
      const writing = { ...parseWriteOptions('CreateOptions', query, userAgent), warn }
      const { access, auth, kinds, clock } = this.#options
      const sent = await decodeBody(text, type, target, writing, kinds)
      // Reviews are not stored: the server adds neither name nor creation time.
      const review = withType(route.kind, { ...sent, metadata: objectMetaOf(sent) })
      const answered = reviewOf(route.resource.plural, review, {
        access,
        user,
        namespace: route.namespace,
        now: clock.now(),
        identify: (token, audiences) => auth.identify(token, audiences),
      })
      if (!answered) throw unknownResource()
      return renderStatus(answered, form, 201)
    })
  }
}
