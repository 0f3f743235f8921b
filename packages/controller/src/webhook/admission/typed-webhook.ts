import { apiVersionOf, type ResourceDefinition, UsageError } from '@kube-informer/core'
import type { Operation, Webhook } from '../webhook.ts'
import { webhookPath } from '../webhook-path.ts'
import type { AdmissionCall } from './admission-call.ts'
import { admissionEndpoint } from './admission-endpoint.ts'
import { type AdmissionResponse, errored } from './admission-response.ts'
import type { Step, TimeoutPolicy } from './steps.ts'

/** Where a typed admission webhook is served, and what happens if it is slow. */
export interface TypedWebhookOptions {
  /** A path that belongs to this handler alone. @default derived from the resource, e.g. `/mutate-apps-v1-deployment` */
  readonly path?: string | undefined
  /**
   * The answer if the handler does not answer in time: Fail denies the request, Ignore allows it with a warning, and drops
   * the changes of the handler. @default 'Fail'
   */
  readonly timeoutPolicy?: TimeoutPolicy | undefined
}

/** A webhook whose handlers of one resource share an endpoint. */
interface SteppedWebhook<TStep extends Step> extends Webhook {
  readonly step: TStep
}

/** What `defaulting` and `validating` have in common. */
export interface TypedWebhookDefinition<TStep extends Step> {
  readonly type: 'mutating' | 'validating'
  readonly resource: ResourceDefinition
  readonly path: string | undefined
  readonly step: TStep
  readonly answer: (
    call: AdmissionCall,
    steps: readonly TStep[],
  ) => AdmissionResponse | Promise<AdmissionResponse>
}

const OPERATIONS: readonly string[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] satisfies Operation[]

/** A webhook of one resource. Its endpoint rejects unknown operations with code 400. */
export function typedWebhook<TStep extends Step>(
  definition: TypedWebhookDefinition<TStep>,
): SteppedWebhook<TStep> {
  const { type, resource, path, step, answer } = definition
  return {
    type,
    path: path ?? webhookPath(type === 'mutating' ? 'mutate' : 'validate', resource),
    hasOwnPath: path !== undefined,
    resource,
    operations: step.operations,
    step,
    endpointOf(webhooks) {
      const steps = webhooks.map(webhook => stepOf<TStep>(webhook, resource))
      return admissionEndpoint(type, call => {
        if (OPERATIONS.includes(call.operation)) return answer(call, steps)
        return errored(400, `unknown operation ${JSON.stringify(call.operation)}`)
      })
    },
  }
}

function stepOf<TStep extends Step>(webhook: Webhook, resource: ResourceDefinition): TStep {
  if (webhook.resource && nameOf(webhook.resource) === nameOf(resource) && 'step' in webhook)
    return (webhook as SteppedWebhook<TStep>).step
  // The groups a.b and a-b have the same path.
  throw new UsageError(
    `the path ${webhook.path} belongs to webhooks of different resources: choose a path for one`,
  )
}

const nameOf = (resource: ResourceDefinition): string => `${apiVersionOf(resource)} ${resource.kind}`
