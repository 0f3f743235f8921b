export type { PatchOperation } from '@kube-informer/core/patch'
export { type Draft, draftOf } from '../api/draft.ts'
export type { WebhookMetrics } from '../api/metrics.ts'
export { type AdmissionHandler, type AdmissionOptions, admission } from './admission/admission.ts'
export type { AdmissionContext } from './admission/admission-context.ts'
export type {
  AdmissionRequest,
  GroupVersionResource,
  UserInfo,
} from './admission/admission-request.ts'
export {
  type AdmissionResponse,
  allowed,
  denied,
  errored,
  patched,
} from './admission/admission-response.ts'
export { type DefaultingHandler, type DefaultingOptions, defaulting } from './admission/defaulting.ts'
export type { TimeoutPolicy } from './admission/steps.ts'
export type { TypedWebhookOptions } from './admission/typed-webhook.ts'
export { type ValidatingHandlers, validating } from './admission/validating.ts'
export {
  type Conversion,
  type ConversionContext,
  type Converted,
  conversionOf,
  type Spoke,
  type SpokeConverters,
  spoke,
} from './conversion/conversion.ts'
export { ConversionError } from './conversion/conversion-error.ts'
export { type ConvertingOptions, converting } from './conversion/converting.ts'
export type { GroupVersionKind } from './group-version-kind.ts'
export { jsonPatch } from './json/json-patch.ts'
export type { Endpoint, EndpointContext, Operation, Webhook, WebhookType } from './webhook.ts'
export { type WebhookHandlerOptions, webhookHandler } from './webhook-handler.ts'
