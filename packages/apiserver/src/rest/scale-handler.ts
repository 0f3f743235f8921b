import type { Clock } from '@kube-informer/core'
import type { AnyObject } from '../object/any-object.ts'
import { fieldsOf } from '../object/any-object.ts'
import { jsonPatched } from '../patch/json-patch.ts'
import { mergePatched } from '../patch/merge-patch.ts'
import type { PatchType } from '../patch/patch.ts'
import { checkName, inNamespace } from '../registry/name-checks.ts'
import { decodeScale, replicasPathOf, scaleErrors, scaleOf, withReplicas } from '../registry/scale.ts'
import type { Target, Writing } from '../registry/target.ts'
import { parseWriteOptions } from '../registry/write-options.ts'
import type { Writes } from '../registry/writes.ts'
import { unsupportedPatchType } from '../status/status-errors.ts'
import { readOptionsBody } from './body/options-body.ts'
import { parsePatch, patchTypeOf } from './body/patch-body.ts'
import { readText } from './body/read-text.ts'
import type { Call } from './call.ts'
import { type AnswerForm, renderStatus } from './render.ts'

/** Handles the `scale` subresource: the number of replicas, at the path that the kind defines. */
export class ScaleHandler {
  readonly #writes: Writes

  constructor({ writes }: { readonly writes: Writes; readonly clock: Clock }) {
    this.#writes = writes
  }

  get(target: Target, form: AnswerForm): Response {
    return renderStatus(scaleOf(target, this.#stored(target)), form)
  }

  async write(
    target: Target,
    call: Call,
    form: AnswerForm,
    warn: (message: string) => void,
  ): Promise<Response> {
    const isPatch = call.method === 'PATCH'
    if (isPatch) scalePatchType(call, target)
    const kind = isPatch ? 'PatchOptions' : 'UpdateOptions'
    const options = parseWriteOptions(kind, call.query, call.request.headers.get('User-Agent'))
    const change = isPatch ? await patchOf(call, target) : await bodyOf(call, target)
    return renderStatus(this.#scaled(target, change, isPatch, { ...options, warn }), form)
  }

  #scaled(target: Target, scaled: (scale: AnyObject) => unknown, isPatch: boolean, writing: Writing): object {
    const next = (stored: AnyObject | undefined): AnyObject => {
      const live = stored ?? {}
      const scale = decodeScale(scaled(scaleOf(target, live, false)), isPatch)
      checkName(target, inNamespace(target, scale))
      const errors = scaleErrors(target, scale)
      if (errors) throw errors
      return withReplicas(target, live, fieldsOf(scale.spec).replicas, scale.metadata?.resourceVersion)
    }
    const replicasPath = replicasPathOf(target)
    const change = { next, mayCreate: false, tracksItself: false, replicasPath }
    const { object } = this.#writes.update(target, change, writing)
    return scaleOf(target, object as AnyObject)
  }

  #stored({ kind, namespace, name }: Target): AnyObject {
    return this.#writes.get({ resource: kind.resource, namespace, name }).object as AnyObject
  }
}

async function bodyOf({ request }: Call, target: Target): Promise<(scale: AnyObject) => unknown> {
  const scale = decodeScale(await readOptionsBody(request))
  checkName(target, inNamespace(target, scale))
  return () => scale
}

async function patchOf(call: Call, target: Target): Promise<(scale: AnyObject) => unknown> {
  const type = scalePatchType(call, target)
  const { value } = await parsePatch(type, await readText(call.request))
  return scale => (type === 'json' ? jsonPatched(scale, value) : mergePatched(scale, value))
}

/** The patch type of a Scale; throws for unsupported types before any other check. */
function scalePatchType({ request }: Call, { kind }: Target): Exclude<PatchType, 'apply'> {
  const type = patchTypeOf(request, kind)
  if (type === 'apply') throw unsupportedPatchType()
  return type
}
