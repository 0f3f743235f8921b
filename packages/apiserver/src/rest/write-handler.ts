import type { Clock, KubernetesObject } from '@kube-informer/core'
import type { Busy } from '../http/busy.ts'
import { deletedStatus } from '../http/respond.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { objectMetaOf } from '../object/any-object.ts'
import { type DeleteOptions, parseDeleteOptions } from '../registry/delete-options.ts'
import { checkName, inNamespace } from '../registry/name-checks.ts'
import { applied, patched } from '../registry/patching.ts'
import { loadTarget, type Target, type Writing, type Written } from '../registry/target.ts'
import type { Change } from '../registry/update.ts'
import { type OptionsKind, parseWriteOptions } from '../registry/write-options.ts'
import type { Writes } from '../registry/writes.ts'
import { unknownResource } from '../status/status-errors.ts'
import { decodeBody } from './body/decode-body.ts'
import { bodyTypeOf } from './body/media-type.ts'
import { readOptionsBody } from './body/options-body.ts'
import { parsePatch, patchTypeOf } from './body/patch-body.ts'
import { readText } from './body/read-text.ts'
import type { Call, ResourceRoute } from './call.ts'
import { type AnswerForm, negotiateAnswer, renderItem, renderList, renderStatus } from './render.ts'
import { ScaleHandler } from './scale-handler.ts'
import { withWarnings } from './warnings.ts'

/** The server parts that writes depend on. */
export interface WriteHandlerOptions {
  readonly writes: Writes
  readonly kinds: Kinds
  readonly clock: Clock
  readonly busy: Busy
}

/** One page of the collection to delete. */
type Page = Parameters<typeof renderList>[1]

/** Handles write requests. */
export class WriteHandler {
  readonly #options: WriteHandlerOptions
  readonly #scales: ScaleHandler

  constructor(options: WriteHandlerOptions) {
    this.#options = options
    this.#scales = new ScaleHandler(options)
  }

  /** POST to a collection. */
  create(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const type = bodyTypeOf(call.request)
      const text = await readText(call.request)
      const writing = writingOf('CreateOptions', call, warn)
      const target = await this.#target(route)
      const sent = await decodeBody(text, type, target, writing, this.#options.kinds)
      const object = this.#options.writes.create(target, sent, writing)
      return this.#render(route, object, form, 201)
    })
  }

  /** PUT of an object, or of a subresource with the whole object. */
  replace(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const text = await readText(call.request)
      const writing = writingOf('UpdateOptions', call, warn)
      const type = bodyTypeOf(call.request)
      const target = await this.#target(route)
      const sent = inNamespace(target, await decodeBody(text, type, target, writing, this.#options.kinds))
      checkName(target, sent)
      const { createsOnUpdate } = target.strategy
      return this.#update(route, form, target, writing, {
        next: () => sent,
        mayCreate: createsOnUpdate,
        tracksItself: false,
        uid: sent.metadata?.uid,
      })
    })
  }

  /** PATCH of any type. */
  patch(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const type = patchTypeOf(call.request, route.kind)
      const text = await readText(call.request)
      const writing = writingOf('PatchOptions', call, warn, type === 'apply')
      const patch = await parsePatch(type, text)
      const target = await this.#target(route)
      const { kinds, clock } = this.#options
      return this.#update(route, form, target, writing, {
        next: stored =>
          type === 'apply'
            ? applied(target, patch, stored, writing, clock.now(), kinds)
            : patched(target, patch, stored ?? {}, writing, kinds),
        mayCreate: type === 'apply',
        tracksItself: type === 'apply',
      })
    })
  }

  /** DELETE of one object. */
  delete(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const options = await deleteOptionsOf(call)
      const target = await this.#target(route)
      const { object, isGone } = this.#options.writes.delete(target, options, warn)
      const code = !isGone && options.isCascading ? 202 : 200
      if (!isGone || target.strategy.returnsDeleted) return this.#render(route, object, form, code)
      const { group, plural } = route.resource
      const { name = '', uid = '' } = objectMetaOf(object)
      const status = deletedStatus({ name, ...(group ? { group } : {}), kind: plural, uid })
      return renderStatus(status, form, code)
    })
  }

  /** Deletes the objects of a page; returns them as they were. */
  deleteCollection(route: ResourceRoute, call: Call, page: Page): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const options = await deleteOptionsOf(call)
      const target = await this.#target(route)
      for (const { object } of page.items)
        this.#options.writes.deleteIfThere({ ...target, name: object.metadata?.name ?? '' }, options, warn)
      return renderList(route.kind, page, form, this.#options.clock.now())
    })
  }

  /** Reads and writes the subresource `scale`. */
  scale(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      if (call.method === 'GET') return this.#scales.get(await this.#target(route), form)
      return this.#scales.write(await this.#target(route), call, form, warn)
    })
  }

  /** POST to a subresource of one object: `binding`, `eviction`, `token`. */
  act(route: ResourceRoute, call: Call): Promise<Response> {
    return this.#answer(route, call, async (form, warn) => {
      const body = await readOptionsBody(call.request)
      const writing = writingOf('CreateOptions', call, warn)
      const target = await this.#target(route)
      const answer = this.#options.writes.act(target, body, writing)
      if (answer === undefined) throw unknownResource()
      return renderStatus(answer, form, 201)
    })
  }

  #update(
    { kind, resource }: ResourceRoute,
    form: AnswerForm,
    target: Target,
    writing: Writing,
    change: Change,
  ): Promise<Response> {
    const { object, isNew }: Written = this.#options.writes.update(target, change, writing)
    return this.#render({ kind, resource }, object, form, isNew ? 201 : 200)
  }

  #render(
    { kind }: Pick<ResourceRoute, 'kind' | 'resource'>,
    object: KubernetesObject,
    form: AnswerForm,
    status: number,
  ): Promise<Response> {
    return renderItem(kind, object, form, { now: this.#options.clock.now(), status })
  }

  /** Negotiates the response first, so that a 406 writes nothing. */
  #answer(
    { kind }: ResourceRoute,
    call: Call,
    answer: (form: AnswerForm, warn: (message: string) => void) => Promise<Response>,
  ): Promise<Response> {
    return withWarnings(call.request, warn => answer(negotiateAnswer(call, kind), warn))
  }

  /** A kind's schema is loaded on first use. */
  async #target({ kind, namespace, name, subresource }: ResourceRoute): Promise<Target> {
    const token = {}
    this.#options.busy.set(token, true)
    try {
      return await loadTarget(kind, { namespace, name, subresource })
    } finally {
      this.#options.busy.set(token, false)
    }
  }
}

function writingOf(
  kind: OptionsKind,
  { query, request }: Call,
  warn: (message: string) => void,
  isApply = false,
): Writing {
  return { ...parseWriteOptions(kind, query, request.headers.get('User-Agent'), isApply), warn }
}

async function deleteOptionsOf({ request, query }: Call): Promise<DeleteOptions> {
  return parseDeleteOptions(await readOptionsBody(request), query)
}
