import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { type Draft, draftOf } from '../../api/draft.ts'
import type { JsonObject } from '../../api/json-value.ts'
import { exactJson } from '../json/exact-json.ts'
import { exactPatch } from '../json/json-patch.ts'
import type { Webhook } from '../webhook.ts'
import type { AdmissionCall } from './admission-call.ts'
import type { AdmissionContext } from './admission-context.ts'
import { type AdmissionResponse, allowed, errored } from './admission-response.ts'
import { problemOfObject } from './decode-object.ts'
import { refuseServerFields } from './server-fields.ts'
import { runSteps, type Step } from './steps.ts'
import { type TypedWebhookOptions, typedWebhook } from './typed-webhook.ts'

/** Changes a draft (controller-runtime `admission.Defaulter`). What it returns is ignored. Throw an error to deny the request. */
export type DefaultingHandler<T> = (draft: Draft<T>, context: AdmissionContext) => unknown

/** The operations whose objects are defaulted. */
export interface DefaultingOptions extends TypedWebhookOptions {
  /** @default ['CREATE', 'UPDATE'] */
  readonly operations?: readonly ('CREATE' | 'UPDATE')[] | undefined
}

interface DefaultingStep extends Step {
  readonly resource: ResourceDefinition
  readonly mutate: (draft: unknown, context: AdmissionContext) => unknown
}

/**
 * Sets fields of objects of one resource before they are stored. The handler changes a draft, and the answer has the difference as
 * a JSON patch: fields that the type does not know stay as they are.
 *
 * Several webhooks of a resource are called in their order, with one draft: each sees the changes of those before. A draft that is
 * changed after the answer has no effect.
 *
 * A handler that throws denies the request, see {@link validating}. It is a bug (code 500) to change what belongs to the server,
 * e.g. the name, or to add what is no JSON: NaN, a bigint, a function, a Date or another class instance, a cycle, or an integer
 * beyond 2^53 that the request does not have. One that it has is written with its own digits.
 *
 * @example
 * defaulting(widgets, draft => { draft.spec.size ??= 1 })
 */
export function defaulting<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  mutate: DefaultingHandler<T>,
  { operations = ['CREATE', 'UPDATE'], path, timeoutPolicy = 'Fail' }: DefaultingOptions = {},
): Webhook {
  return typedWebhook<DefaultingStep>({
    type: 'mutating',
    resource,
    path,
    step: {
      resource,
      operations,
      timeoutPolicy,
      mutate: (draft, context) => mutate(draft as Draft<T>, context),
    },
    answer,
  })
}

async function answer(call: AdmissionCall, steps: readonly DefaultingStep[]): Promise<AdmissionResponse> {
  const [first] = steps
  const { object } = call.raw
  if (call.operation === 'DELETE' || !first) return allowed()
  const problem = problemOfObject(object, first.resource)
  if (problem || !object) return errored(400, problem)

  const draft = draftOf(object)
  /** The patch of the handlers before one that may be ignored. */
  let settledPatch = ''
  const { denial, cutOff } = await runSteps(call, steps, async (step, notes) => {
    if (step.timeoutPolicy === 'Ignore') settledPatch = patchOf(call, object, draft)
    await step.mutate(draft, call.contextFor(notes))
    return undefined
  })
  return denial ?? { ...allowed(), patch: cutOff ? settledPatch : patchOf(call, object, draft) }
}

/** The text of the patch, empty without a change. */
function patchOf({ operation, integers }: AdmissionCall, before: JsonObject, after: JsonObject): string {
  refuseServerFields(operation, before, after)
  const operations = exactPatch(before, after, integers)
  return operations.length === 0 ? '' : exactJson(operations, integers)
}
