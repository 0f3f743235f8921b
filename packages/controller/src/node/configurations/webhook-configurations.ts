import { groupResource, UsageError } from '@kube-informer/core'
import { groupBy } from '@kube-informer/core/internal'
import type {
  CustomResourceConversion,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kube-informer/core/resources'
import type { Webhook } from '../../webhook/webhook.ts'
import { clientConfigOf } from './client-config.ts'
import type { WebhookConfigurationOptions, WebhookOverrides } from './configuration-options.ts'
import { checkNames, webhookName } from './webhook-name.ts'
import { webhookRules } from './webhook-rules.ts'

/** The `spec.conversion` of a CRD. */
export interface CrdConversion {
  /** The name of the CRD, e.g. `widgets.example.com`. */
  readonly name: string
  /** The versions that have a converter; undefined if that is not known. */
  readonly versions?: readonly string[] | undefined
  readonly annotations: Readonly<Record<string, string>> | undefined
  readonly conversion: CustomResourceConversion
}

/** What an apiserver has to know of webhooks. */
export interface WebhookConfigurations {
  /** Undefined if there is no mutating webhook. */
  readonly mutating: MutatingWebhookConfiguration | undefined
  /** Undefined if there is no validating webhook. */
  readonly validating: ValidatingWebhookConfiguration | undefined
  /** One for each CRD whose versions are converted. */
  readonly conversions: readonly CrdConversion[]
}

const API_VERSION = 'admissionregistration.k8s.io/v1'
const REVIEW_VERSIONS: readonly string[] = ['v1']

/**
 * The objects that register webhooks at an apiserver. Each path becomes one webhook, for the operations of all its handlers.
 * `installWebhooks` of the Node entry writes them.
 *
 * Throws a UsageError for what the apiserver would refuse, and for `overrides` of an unknown path.
 *
 * @example
 * const { mutating, validating } = webhookConfigurations(webhooks, {
 *   name: 'widgets',
 *   service: { namespace: 'widgets-system', name: 'webhooks' },
 *   annotations: { 'cert-manager.io/inject-ca-from': 'widgets-system/serving' },
 * })
 */
export function webhookConfigurations(
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions,
): WebhookConfigurations {
  checkOverrides(webhooks, options)
  const { name, labels, annotations } = options
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) }
  const mutating = webhooksOf('mutating', webhooks, options)
  const validating = webhooksOf('validating', webhooks, options)
  return {
    mutating:
      mutating.length > 0
        ? { apiVersion: API_VERSION, kind: 'MutatingWebhookConfiguration', metadata, webhooks: mutating }
        : undefined,
    validating:
      validating.length > 0
        ? { apiVersion: API_VERSION, kind: 'ValidatingWebhookConfiguration', metadata, webhooks: validating }
        : undefined,
    conversions: conversionsOf(webhooks, options),
  }
}

function checkOverrides(webhooks: readonly Webhook[], { overrides = {} }: WebhookConfigurationOptions): void {
  const paths = new Set(webhooks.map(({ path }) => path))
  for (const path of Object.keys(overrides))
    if (!paths.has(path)) throw new UsageError(`overrides of ${path}: no webhook has this path`)
}

function webhooksOf(
  type: 'mutating' | 'validating',
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions,
): readonly MutatingWebhook[] {
  const byPath = groupBy(
    webhooks.filter(webhook => webhook.type === type),
    ({ path }) => path,
  )
  const described = [...byPath.values()].flatMap(([first, ...others]) =>
    first ? [describe([first, ...others], options)] : [],
  )
  checkNames(described.map(({ name }) => name))
  return described
}

/** The webhook of a path, with each default written out. */
function describe(
  handlers: readonly [Webhook, ...Webhook[]],
  options: WebhookConfigurationOptions,
): MutatingWebhook {
  const [{ type, path }] = handlers
  const settings = { ...options, name: undefined, ...withoutUndefined(options.overrides?.[path] ?? {}) }
  const { timeoutSeconds = 10, namespaceSelector, objectSelector, matchConditions } = settings
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > 30)
    throw new UsageError(`timeoutSeconds of ${path} is ${timeoutSeconds}: the apiserver takes 1 to 30`)
  return {
    name: settings.name ?? webhookName(handlers[0], options.name),
    clientConfig: clientConfigOf(path, options),
    rules: webhookRules(handlers, settings),
    admissionReviewVersions: REVIEW_VERSIONS,
    sideEffects: settings.sideEffects ?? 'None',
    failurePolicy: settings.failurePolicy ?? 'Fail',
    timeoutSeconds,
    matchPolicy: settings.matchPolicy ?? 'Equivalent',
    ...(type === 'mutating' && { reinvocationPolicy: settings.reinvocationPolicy ?? 'Never' }),
    ...(namespaceSelector && { namespaceSelector }),
    ...(objectSelector && { objectSelector }),
    ...(matchConditions && { matchConditions }),
  }
}

function withoutUndefined(overrides: WebhookOverrides): WebhookOverrides {
  const copy: { -readonly [K in keyof WebhookOverrides]: WebhookOverrides[K] } = { ...overrides }
  for (const key of Object.keys(copy) as (keyof WebhookOverrides)[])
    if (copy[key] === undefined) delete copy[key]
  return copy
}

function conversionsOf(
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions,
): readonly CrdConversion[] {
  return webhooks.flatMap(({ type, path, resource, versions }) => {
    if (type !== 'conversion') return []
    if (!resource) throw new UsageError(`the conversion webhook ${path} has no resource`)
    const clientConfig = clientConfigOf(path, options)
    const webhook = { clientConfig, conversionReviewVersions: REVIEW_VERSIONS }
    const conversion = { strategy: 'Webhook', webhook }
    return [{ name: groupResource(resource), versions, annotations: options.annotations, conversion }]
  })
}
