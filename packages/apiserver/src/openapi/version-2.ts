import { SERVER_VERSION } from '../discovery/server-version.ts'
import { valueResponse } from '../http/respond.ts'

const TITLE = 'Kubernetes'
const VERSION = `v${SERVER_VERSION.major}.${SERVER_VERSION.minor}`

/**
 * OpenAPI v2 without paths or types. Clients request it for what v3 lacks: kubectl does so for an unknown kind, and
 * finds here that the kind does not exist; a 404 would make it fail with another error.
 */
export function openApiV2({ headers }: Request): Response {
  const accept = headers.get('Accept') ?? ''
  if (!accept.includes('proto-openapi.spec.v2'))
    return valueResponse({ swagger: '2.0', info: { title: TITLE, version: VERSION }, paths: {} })
  const info = [...textField(1, TITLE), ...textField(2, VERSION)]
  const document = new Uint8Array([...textField(1, '2.0'), ...field(2, info)])
  const type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
  return new Response(document, { headers: { 'Content-Type': type } })
}

/** A length-delimited protobuf field of fewer than 128 bytes. */
const field = (number: number, bytes: readonly number[]): readonly number[] => [
  (number << 3) | 2,
  bytes.length,
  ...bytes,
]

const textField = (number: number, text: string): readonly number[] =>
  field(number, [...new TextEncoder().encode(text)])
