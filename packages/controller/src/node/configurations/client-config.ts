import { UsageError } from '@kube-informer/core'
import { encodeBase64 } from '@kube-informer/core/base64'
import { parseUrl } from '@kube-informer/core/internal'
import type { WebhookClientConfig } from '@kube-informer/core/resources'
import type { WebhookTarget } from './configuration-options.ts'

/** Tells the apiserver where a path is served. Throws a UsageError for a target that it would refuse. */
export function clientConfigOf(path: string, { service, url, caBundle }: WebhookTarget): WebhookClientConfig {
  if ((service === undefined) === (url === undefined))
    throw new UsageError('webhooks need either a service or a url')
  const ca = caBundle === undefined ? {} : { caBundle: encodeBundle(caBundle) }
  if (!service) return { url: `${checkUrl(url ?? '')}${path}`, ...ca }
  const { namespace, name, port = 443, pathPrefix = '' } = service
  return { service: { namespace, name, port, path: `${checkPrefix(pathPrefix)}${path}` }, ...ca }
}

function checkPrefix(prefix: string): string {
  if (prefix !== '' && !/^(?:\/[^/?#]+)+$/.test(prefix))
    throw new UsageError(`invalid path prefix ${JSON.stringify(prefix)}: write "/webhooks"`)
  return prefix
}

/** The rules of the apiserver (`ValidateWebhookURL`). */
function checkUrl(text: string): string {
  const url = parseUrl(text)
  if (url?.protocol !== 'https:' || url.username || url.password || /[?#]/.test(text))
    throw new UsageError(
      `invalid URL ${JSON.stringify(text)} of webhooks: the apiserver takes "https://HOST:PORT/PATH" only, without user, query and fragment`,
    )
  return text.replace(/\/+$/, '')
}

/** Base64 of a PEM text. Its comments may have any characters. */
function encodeBundle(pem: string): string {
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError('the caBundle of webhooks contains no certificate in PEM')
  return encodeBase64(pem)
}
