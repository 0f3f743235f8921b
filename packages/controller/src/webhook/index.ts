export { type Draft, draftOf } from '../api/draft.ts'
export type { WebhookMetrics } from '../api/metrics.ts'
export { type AdmissionHandler, type AdmissionOptions, admission } from './admission.ts'
export type { AdmissionContext } from './admission-context.ts'
export type {
  AdmissionRequest,
  GroupVersionKind,
  GroupVersionResource,
  UserInfo,
} from './admission-request.ts'
export {
  type AdmissionResponse,
  allowed,
  denied,
  errored,
  type PatchOperation,
  patched,
} from './admission-response.ts'
export type {
  WebhookConfigurationOptions,
  WebhookOverrides,
  WebhookService,
  WebhookSettings,
  WebhookTarget,
} from './configuration/configuration-options.ts'
export {
  type CrdConversion,
  type WebhookConfigurations,
  webhookConfigurations,
} from './configuration/webhook-configurations.ts'
export {
  type Conversion,
  type ConversionContext,
  type Converted,
  conversionOf,
  type Spoke,
  type SpokeConverters,
  spoke,
} from './conversion.ts'
export { ConversionError } from './conversion-error.ts'
export { type ConvertingOptions, converting } from './converting.ts'
export { type DefaultingHandler, type DefaultingOptions, defaulting } from './defaulting.ts'
export { type JsonPatchOperation, jsonPatch } from './json-patch.ts'
export type { TimeoutPolicy } from './steps.ts'
export type { TypedWebhookOptions } from './typed-webhook.ts'
export { type ValidatingHandlers, validating } from './validating.ts'
export type { Endpoint, EndpointContext, Operation, Webhook, WebhookType } from './webhook.ts'
export { type WebhookHandlerOptions, webhookHandler } from './webhook-handler.ts'
