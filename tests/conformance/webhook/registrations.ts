import { StatusError } from '@kube-informer/core'
import {
  type ConfigMap,
  configMaps,
  type MutatingWebhook,
  mutatingWebhookConfigurations,
  type RuleWithOperations,
  validatingWebhookConfigurations,
} from '@kube-informer/core/resources'
import { expect, vi } from 'vitest'
import type { RealCluster } from '../controller/real-cluster.ts'

/** A webhook for the ConfigMaps that have its name as the label {@link LABEL}. */
export interface TestWebhook {
  /** The first part of its name: `NAME.webhooks.test`. */
  readonly name: string
  readonly type: 'mutating' | 'validating'
  readonly url: string
  /** @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore'
  /** @default 10 */
  readonly timeoutSeconds?: number
}

/** Selects the webhook of an object. */
export const LABEL = 'webhooks.test/name'

/** Matches all writes of ConfigMaps. */
export const CONFIG_MAPS: RuleWithOperations = {
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  operations: ['*'],
}

/** The name that the apiserver uses in its messages. */
export const fullName = (name: string): string => `${name}.webhooks.test`

/** Each registration has its own number, by which an apiserver shows that it uses it. */
let registrations = 0

/**
 * Writes one configuration of each type, in place of earlier ones of the name; resolves when the apiserver uses them. It reads
 * configurations by a watch, and does not say when it has seen one.
 */
export async function register(
  { client }: RealCluster,
  name: string,
  webhooks: readonly TestWebhook[],
  caBundle: string,
): Promise<void> {
  // The text of its failure has the URL.
  const url = `https://127.0.0.1:1/${++registrations}`
  const ofType = (type: TestWebhook['type']) =>
    [...webhooks, { name: markerOf(name, type), type, url }]
      .filter(webhook => webhook.type === type)
      .map(webhook => configurationOf(webhook, caBundle))
  const metadata = { name }
  await client.apply(mutatingWebhookConfigurations, { metadata, webhooks: ofType('mutating') })
  await client.apply(validatingWebhookConfigurations, { metadata, webhooks: ofType('validating') })
  for (const type of ['mutating', 'validating'] as const) {
    const write = () => client.create(configMaps, labelled('default', markerOf(name, type)), { dryRun: true })
    await vi.waitFor(() => expect(write()).rejects.toThrow(url), { timeout: 20_000 })
  }
}

/** The webhook that fails as soon as the configuration is in use. */
const markerOf = (name: string, type: string): string => `${name}-${type}-marker`

function configurationOf(
  { name, url, failurePolicy = 'Fail', timeoutSeconds = 10 }: TestWebhook,
  caBundle: string,
): MutatingWebhook {
  return {
    name: fullName(name),
    clientConfig: { url, caBundle: Buffer.from(caBundle).toString('base64') },
    rules: [CONFIG_MAPS],
    objectSelector: { matchLabels: { [LABEL]: name } },
    failurePolicy,
    timeoutSeconds,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
}

/** A ConfigMap for a webhook. */
export const labelled = (namespace: string, name: string): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace, name, labels: { [LABEL]: name } },
})

/** The status of a write that the apiserver must refuse. */
export async function rejectionOf(write: Promise<unknown>) {
  const error = await write.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof StatusError) return error
  throw new Error('the apiserver did not refuse the write', { cause: error })
}
