import { ConfigError } from './config-error.ts'
import { bearer, type Credential } from './credential.ts'
import { readJsonOrYaml } from './json-or-yaml.ts'
import type { KeyPair } from './pem.ts'
import type { Perishable } from './rotating.ts'

/** The unvalidated output of a plugin (client.authentication.k8s.io ExecCredential). */
interface ExecCredential {
  readonly apiVersion?: unknown
  readonly status?: ExecCredentialStatus | null
}

interface ExecCredentialStatus {
  readonly token?: unknown
  readonly clientCertificateData?: unknown
  readonly clientKeyData?: unknown
  readonly expirationTimestamp?: unknown
}

/**
 * Parses the output of a plugin. All of it is secret, so errors do not quote it.
 *
 * @param name the plugin, for errors
 */
export async function readExecCredential(
  stdout: string,
  apiVersion: string,
  name: string,
): Promise<Perishable<Credential>> {
  const printed = await parse(stdout, name)
  const { status } = printed
  if (printed.apiVersion !== apiVersion)
    throw new ConfigError(`${name} did not answer in ${apiVersion}, as configured`)
  if (!status) throw new ConfigError(`${name} printed no status`)
  const token = textOf(status.token)
  const keyPair = keyPairOf(status, name)
  if (!keyPair && token === '') {
    throw new ConfigError(`${name} printed neither a token nor a certificate with its key`)
  }
  const authorization = token === '' ? undefined : bearer(token, name)
  return { value: { authorization, keyPair }, expiresAt: expiryOf(status, name) }
}

function keyPairOf(status: ExecCredentialStatus, name: string): KeyPair | undefined {
  const certificate = textOf(status.clientCertificateData)
  const key = textOf(status.clientKeyData)
  if ((certificate === '') !== (key === '')) {
    throw new ConfigError(`${name} printed only a certificate or only a key`)
  }
  return key === '' ? undefined : { certificate, key }
}

function expiryOf({ expirationTimestamp }: ExecCredentialStatus, name: string): number | undefined {
  if (expirationTimestamp === undefined || expirationTimestamp === null) return undefined
  const expiresAt = Date.parse(String(expirationTimestamp))
  if (Number.isNaN(expiresAt))
    throw new ConfigError(`${name} must print an expirationTimestamp that is a time`)
  return expiresAt
}

async function parse(stdout: string, name: string): Promise<ExecCredential> {
  const printed = await readJsonOrYaml(stdout, `${name} did not print an ExecCredential`, 'let it print JSON')
  if (typeof printed === 'object' && printed !== null) return printed
  throw new ConfigError(`${name} did not print an ExecCredential in JSON or YAML`)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
