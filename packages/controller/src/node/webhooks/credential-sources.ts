import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@kube-informer/core'
import type { CredentialSources } from './credentials.ts'
import type { ServingCertificateOptions } from './webhook-server-options.ts'

/** The sources that the options of a server name. Throws a UsageError if they contradict each other. */
export function credentialSources(options: ServingCertificateOptions): CredentialSources {
  const { cert, key, certFile, keyFile, clientCaFile } = options
  const { certDir = join(tmpdir(), 'k8s-webhook-server', 'serving-certs') } = options
  const given = together({ cert, key })
  const files = together({ certFile, keyFile })
  if ([given, files, options.certDir].filter(each => each !== undefined).length > 1)
    throw new UsageError('cert and key, certFile and keyFile, and certDir exclude each other')
  const [certPath, keyPath] = files ?? [join(certDir, 'tls.crt'), join(certDir, 'tls.key')]
  return {
    cert: given ? { pem: given[0] } : { file: certPath },
    key: given ? { pem: given[1] } : { file: keyPath },
    ca: clientCaFile === undefined ? undefined : { file: clientCaFile },
  }
}

/** Both options of a pair, or undefined if both are absent. */
function together(
  options: Readonly<Record<string, string | undefined>>,
): readonly [string, string] | undefined {
  const [first, second] = Object.values(options)
  if (first !== undefined && second !== undefined) return [first, second]
  if (first === second) return undefined
  throw new UsageError(`${Object.keys(options).join(' and ')} belong together`)
}
