import { UsageError } from '@kube-informer/core'
import { applyJsonPatch } from '@kube-informer/core/patch'
import { isJsonObject } from '../../api/json-value.ts'
import { deepFreeze } from '../json/deep-freeze.ts'
import type { Operation, Webhook } from '../webhook.ts'
import type { AdmissionCall } from './admission-call.ts'
import type { AdmissionContext } from './admission-context.ts'
import { admissionEndpoint } from './admission-endpoint.ts'
import type { AdmissionRequest } from './admission-request.ts'
import { type AdmissionResponse, allowed } from './admission-response.ts'
import { checkPatch } from './check-patch.ts'
import { checkedResponse } from './complete-response.ts'
import { runSteps, type Step, type TimeoutPolicy } from './steps.ts'

/** Answers a request of any kind (controller-runtime `admission.Handler`). A thrown error is a denial, see {@link validating}. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionContext,
) => AdmissionResponse | Promise<AdmissionResponse>

/** Where the webhook is served, for which operations, and when it gives up. */
export interface AdmissionOptions {
  readonly type: 'mutating' | 'validating'
  /** E.g. `/audit-deletions`. It belongs to this webhook alone. */
  readonly path: string
  /** What the webhook configuration asks for. It also has to name the resources. */
  readonly operations: readonly Operation[]
  /** The answer if a handler does not answer in time: Fail denies the request, Ignore allows it with a warning. @default 'Fail' */
  readonly timeoutPolicy?: TimeoutPolicy | undefined
}

interface HandlerStep extends Step {
  readonly handle: AdmissionHandler
}

/**
 * A webhook for several kinds, or for plain JSON: its handler receives the request, and returns `allowed`, `denied`, `errored` or
 * `patched`.
 *
 * Several handlers are called in their order, until one denies. Their patches become one. Unlike in controller-runtime
 * (`MultiMutatingHandler`), each receives the object with the patches of those before: two handlers that both add
 * `metadata.annotations` would lose one of the annotations otherwise.
 *
 * @example
 * admission(({ userInfo }) => (userInfo?.username === 'mallory' ? denied('not you') : allowed()), {
 *   type: 'validating',
 *   path: '/deny-mallory',
 *   operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
 * })
 */
export function admission(
  handler: AdmissionHandler | readonly AdmissionHandler[],
  { type, path, operations, timeoutPolicy = 'Fail' }: AdmissionOptions,
): Webhook {
  const handlers = typeof handler === 'function' ? [handler] : handler
  if (handlers.length === 0) throw new UsageError(`the webhook at ${path} has no handler`)
  const steps = handlers.map(handle => ({ handle, operations, timeoutPolicy }))
  return {
    type,
    path,
    hasOwnPath: true,
    resource: undefined,
    operations,
    endpointOf: () => admissionEndpoint(type, call => answer(call, steps)),
  }
}

async function answer(call: AdmissionCall, steps: readonly HandlerStep[]): Promise<AdmissionResponse> {
  const responses: AdmissionResponse[] = []
  let request = call.request
  const { denial } = await runSteps(call, steps, async ({ handle }, notes) => {
    request = patchedRequest(request, responses.at(-1)?.patch)
    const response = checkedResponse(
      await handle(request, call.contextFor(notes, request)),
      notes,
      call.integers,
    )
    if (!response.allowed) return response
    responses.push(response)
    return undefined
  })
  if (denial) return denial
  const [only = allowed(), ...others] = responses
  return others.length === 0 ? only : { ...allowed(), patch: joined(responses) }
}

/** The request for the handler after one that returned the patch. */
function patchedRequest(request: AdmissionRequest, patch: string | undefined): AdmissionRequest {
  if (!patch) return request
  const object = applyJsonPatch(request.object, checkPatch(patch))
  if (!isJsonObject(object)) throw new UsageError('the patch does not leave an object')
  return Object.freeze({ ...request, object: deepFreeze(object) })
}

/** Joins the texts of patches, whose numbers stay as they are. */
const joined = (responses: readonly AdmissionResponse[]): string => {
  const lists = responses.map(({ patch = '' }) => patch.trim().slice(1, -1).trim())
  const operations = lists.filter(list => list !== '').join()
  return operations && `[${operations}]`
}
