import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { errorMessage } from '@kube-informer/core/internal'
import { CertificateError } from './certificate-error.ts'

/** Where PEM comes from: a file, or its content. */
type PemSource = { readonly file: string } | { readonly pem: string }

/** What a server needs for TLS. */
export interface CredentialSources {
  readonly cert: PemSource
  readonly key: PemSource
  /** The authority of the clients. */
  readonly ca: PemSource | undefined
}

/** What {@link CredentialSources} contain. */
export interface Credentials {
  readonly cert: string
  readonly key: string
  readonly ca: string | undefined
}

/** Reads a text file. */
export type ReadFile = (path: string) => Promise<string>

/**
 * Reads credentials, and checks that a server can use them. Rejects with a CertificateError. A context of TLS alone would accept
 * empty files: a server without a certificate, and one that trusts all public authorities.
 */
export async function readCredentials(
  { cert, key, ca }: CredentialSources,
  read: ReadFile,
  tls: SecureContextOptions = {},
): Promise<Credentials> {
  const text = (what: string, source: PemSource) => textOf(what, source, read)
  const credentials = {
    cert: await text('certificate', cert),
    key: await text('key', key),
    ca: ca && (await text('client CA', ca)),
  }
  if (ca) check(() => certificatesOf(credentials.ca), 'client CA', ca)
  check(() => certificatesOf(credentials.cert), 'certificate', cert)
  check(() => createPrivateKey({ key: credentials.key, passphrase: tls.passphrase }), 'key', key)
  check(() => createSecureContext({ ...tls, ...credentials }), 'certificate', cert, key)
  return credentials
}

async function textOf(what: string, source: PemSource, read: ReadFile): Promise<string> {
  if ('pem' in source) return source.pem
  try {
    return await read(source.file)
  } catch (cause) {
    throw new CertificateError(`cannot read the ${what} ${source.file}: ${errorMessage(cause)}`, { cause })
  }
}

function check(use: () => unknown, what: string, ...sources: readonly PemSource[]): void {
  try {
    use()
  } catch (cause) {
    const files = sources.map(source => ('file' in source ? source.file : undefined)).filter(Boolean)
    const place = files.length > 0 ? ` in ${files.join(' and ')}` : ''
    throw new CertificateError(`invalid ${what}${place}: ${errorMessage(cause)}`, { cause })
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Parses all certificates of a PEM text. Throws if one is broken, and if there is none. */
export function certificatesOf(pem = ''): readonly X509Certificate[] {
  const blocks = pem.match(CERTIFICATE) ?? []
  if (blocks.length === 0) throw new Error('it contains no certificate in PEM')
  return blocks.map(block => new X509Certificate(block))
}
