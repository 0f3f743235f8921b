import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { JsonObject } from '../../api/json-value.ts'
import type { Operation, Webhook } from '../webhook.ts'
import type { AdmissionCall } from './admission-call.ts'
import type { AdmissionContext } from './admission-context.ts'
import { type AdmissionResponse, allowed, errored } from './admission-response.ts'
import { problemOfObject } from './decode-object.ts'
import { runSteps, type Step } from './steps.ts'
import { type TypedWebhookOptions, typedWebhook } from './typed-webhook.ts'

/**
 * Functions that deny a request by an error (controller-runtime `admission.Validator`). What they return is ignored. Objects are
 * frozen: a write to one is a TypeError.
 */
export interface ValidatingHandlers<T> {
  readonly create?: ((object: T, context: AdmissionContext) => void | Promise<void>) | undefined
  readonly update?: ((object: T, old: T, context: AdmissionContext) => void | Promise<void>) | undefined
  /** Receives the object as it is before the deletion. */
  readonly delete?: ((object: T, context: AdmissionContext) => void | Promise<void>) | undefined
}

interface ValidatingStep extends Step {
  readonly resource: ResourceDefinition
  readonly validate: (call: AdmissionCall, context: AdmissionContext) => unknown
}

/**
 * Validates objects of one resource. To deny a request, throw: an Error is a denial with code 403 and its message; a StatusError,
 * also as the `cause` of another error, is its Status. A TypeError, RangeError, ReferenceError, SyntaxError, UsageError, or what
 * is no Error, is a bug: code 500, `panic: MESSAGE [recovered]`.
 *
 * Several webhooks of a resource are called in their order, until one denies. Operations without a function are allowed, and
 * the webhook configuration leaves them out.
 *
 * @example
 * validating(widgets, {
 *   create(widget) { if (widget.spec.size > 9) throw new Error('spec.size is at most 9') },
 *   update(widget, old, { warn }) { if (widget.spec.size < old.spec.size) warn('the widget shrinks') },
 * })
 */
export function validating<T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  handlers: ValidatingHandlers<T>,
  { path, timeoutPolicy = 'Fail' }: TypedWebhookOptions = {},
): Webhook {
  return typedWebhook<ValidatingStep>({
    type: 'validating',
    resource,
    path,
    step: {
      resource,
      operations: operationsOf(handlers),
      timeoutPolicy,
      validate: (call, context) => validate(handlers, call.request, context),
    },
    answer,
  })
}

function operationsOf({ create, update, delete: remove }: ValidatingHandlers<never>): readonly Operation[] {
  const operations: Operation[] = []
  if (create) operations.push('CREATE')
  if (update) operations.push('UPDATE')
  if (remove) operations.push('DELETE')
  if (operations.length === 0) throw new UsageError('validating needs create, update or delete')
  return operations
}

async function answer(call: AdmissionCall, steps: readonly ValidatingStep[]): Promise<AdmissionResponse> {
  const problem = problemOf(call, steps)
  if (problem) return errored(400, problem)
  const { denial } = await runSteps(call, steps, async (step, notes) => {
    await step.validate(call, call.contextFor(notes))
    return undefined
  })
  return denial ?? allowed()
}

function problemOf({ operation, raw }: AdmissionCall, [step]: readonly ValidatingStep[]): string | undefined {
  if (!step || operation === 'CONNECT') return undefined
  const { resource } = step
  const problem = operation === 'DELETE' ? undefined : problemOfObject(raw.object, resource)
  return problem ?? (operation === 'CREATE' ? undefined : problemOfObject(raw.oldObject, resource))
}

/** The objects were checked: they have the kind of the resource. */
function validate<T>(
  handlers: ValidatingHandlers<T>,
  { operation, object, oldObject }: { operation: Operation; object?: JsonObject; oldObject?: JsonObject },
  context: AdmissionContext,
): unknown {
  const [after, before] = [object as T, oldObject as T]
  if (operation === 'CREATE') return handlers.create?.(after, context)
  if (operation === 'UPDATE') return handlers.update?.(after, before, context)
  return handlers.delete?.(before, context)
}
