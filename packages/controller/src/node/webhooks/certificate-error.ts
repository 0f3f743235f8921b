import { InformerError } from '@kube-informer/core'

/** The certificate of a webhook server, its key or its client CA cannot be used. The message names the file. */
export class CertificateError extends InformerError {
  override readonly name = 'CertificateError'
  readonly code = 'CertificateError'
}
