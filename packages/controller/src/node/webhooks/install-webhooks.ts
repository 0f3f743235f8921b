import { promises } from 'node:fs'
import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import {
  type CustomResourceDefinition,
  customResourceDefinitions,
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kube-informer/core/resources'
import type { Writer } from '../../api/client.ts'
import type { Webhook } from '../../webhook/webhook.ts'
import type { WebhookConfigurationOptions } from '../configurations/configuration-options.ts'
import {
  type CrdConversion,
  type WebhookConfigurations,
  webhookConfigurations,
} from '../configurations/webhook-configurations.ts'
import { CertificateError } from './certificate-error.ts'
import { certificatesOf } from './credentials.ts'

/** The webhooks, and the authority that the apiserver shall trust. */
export interface InstallWebhooksOptions extends WebhookConfigurationOptions {
  /** Needs the rights to `create` and `patch` both configurations, and to `patch` CRDs if versions are converted. */
  readonly client: Pick<Writer, 'apply' | 'patch'>
  readonly webhooks: readonly Webhook[]
  /** The file of `caBundle`, e.g. `ca.crt` of a mounted Secret. */
  readonly caFile?: string | undefined
  /** Keep it the same: it decides which webhooks of a former release are removed. @default the client's */
  readonly fieldManager?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Registers webhooks at an apiserver: applies both configurations, and sets the conversion of CRDs that exist. Webhooks that the
 * same field manager applied before and that are gone are removed, so a configuration may end up empty.
 *
 * Without `caFile` and `caBundle`, the authorities that other field managers have set stay as they are; in the configurations,
 * those of a former release with `caFile` are removed. Rejects with a CertificateError if the file cannot be used, with a UsageError for wrong options, and with the StatusError of a write.
 *
 * @example
 * await installWebhooks({
 *   client,
 *   webhooks,
 *   name: 'widgets',
 *   service: { namespace: 'widgets-system', name: 'webhooks' },
 *   caFile: '/etc/webhook-certs/ca.crt',
 * })
 */
export async function installWebhooks(options: InstallWebhooksOptions): Promise<WebhookConfigurations> {
  const configurations = await readConfigurations(options)
  await writeConfigurations(configurations, options)
  return configurations
}

/** The configurations with the authorities of the file. */
export async function readConfigurations({
  webhooks,
  caFile,
  ...options
}: Omit<InstallWebhooksOptions, 'client'>): Promise<WebhookConfigurations> {
  if (caFile === undefined) return webhookConfigurations(webhooks, options)
  if (options.caBundle !== undefined) throw new UsageError('caBundle and caFile exclude each other')
  return webhookConfigurations(webhooks, { ...options, caBundle: await readBundle(caFile) })
}

async function readBundle(file: string): Promise<string> {
  try {
    const pem = await promises.readFile(file, 'utf8')
    certificatesOf(pem)
    return pem
  } catch (cause) {
    throw new CertificateError(`cannot use the CA of webhooks in ${file}: ${errorMessage(cause)}`, { cause })
  }
}

/** Writes configurations. The conversions come first: without them, CRDs cannot be read in all versions. */
export async function writeConfigurations(
  { mutating, validating, conversions }: WebhookConfigurations,
  { client, name, fieldManager, signal }: Omit<InstallWebhooksOptions, 'webhooks'>,
): Promise<void> {
  const options = { fieldManager, signal }
  for (const { name, versions, ...conversion } of conversions) {
    const write = (dryRun: boolean) =>
      client.patch(customResourceDefinitions, { name }, conversionPatch(conversion), { ...options, dryRun })
    if (versions) refuseUnconverted(await write(true), versions)
    await write(false)
  }
  // An empty one removes the webhooks of a former release.
  const empty = { metadata: { name }, webhooks: [] }
  await client.apply(mutatingWebhookConfigurations, mutating ?? empty, { ...options, force: true })
  await client.apply(validatingWebhookConfigurations, validating ?? empty, { ...options, force: true })
}

/** An object of such a version could be neither read nor written (controller-runtime `conversion.IsConvertible`). */
function refuseUnconverted({ metadata, spec }: CustomResourceDefinition, versions: readonly string[]): void {
  const missing = spec.versions.filter(({ name, served }) => served && !versions.includes(name))
  if (missing.length === 0) return
  throw new UsageError(
    `${metadata?.name} serves ${missing.map(({ name }) => name).join(', ')}, for which there is no converter: add a spoke, or do not serve it`,
  )
}

/** A merge patch: a Service replaces a URL, and the reverse. */
function conversionPatch({ annotations, conversion }: Omit<CrdConversion, 'name'>): object {
  const { webhook, ...others } = conversion
  const clientConfig = { url: null, service: null, ...webhook?.clientConfig }
  return {
    ...(annotations && { metadata: { annotations } }),
    spec: { conversion: { ...others, webhook: { ...webhook, clientConfig } } },
  }
}
