import { decodeBase64Url, encodeBase64Url } from '@kube-informer/core/base64'
import { badRequest } from '../api/status-errors.ts'

/** The start of the next page of a list. */
export interface ContinueToken {
  /** The revision of all pages, in digits; "-1" if the token is not bound to a revision. */
  readonly revision: string
  /** The first possible key of the next page: `namespace/name` and a zero character. */
  readonly startKey: string
}

/** The parts of a token. */
export interface ContinueTokenParts {
  readonly revision: string
  /** The last key of the current page. */
  readonly lastKey: string
  /** "" for all. The token of a namespaced list is relative to the namespace. */
  readonly namespace: string
  /** Whether the page is from a watch cache, which Kubernetes marks with a slash. */
  readonly fromCache: boolean
}

const VERSION = 'meta.k8s.io/v1'
const NON_ASCII = /[\u0080-\uffff]/g
const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Encodes a token. `key\0` is the first key after `key`. */
export function encodeContinue({ revision, lastKey, namespace, fromCache }: ContinueTokenParts): string {
  const relative = namespace ? lastKey.slice(namespace.length + 1) : lastKey
  const start = JSON.stringify(`${fromCache ? '/' : ''}${relative}\u0000`).replace(NON_ASCII, escapeCharacter)
  // The revision is inserted as text, so that no digit is lost.
  const json = `{"v":"${VERSION}","rv":${revision},"start":${start}}`
  return encodeBase64Url(json)
}

const notValid = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`)

/** Decodes a token. Throws the server's 400 if it is invalid. */
export function decodeContinue(token: string, namespace: string): ContinueToken {
  const { v, rv, start, text } = parseToken(token)
  if (v !== VERSION) throw notValid(`server does not recognize this encoded version ${v ?? ''}`)
  const revision = /"rv"\s*:\s*(-?[0-9]+)/.exec(text)?.[1] ?? ''
  if (typeof rv !== 'number' || rv === 0 || revision === '')
    throw notValid(`incorrect encoded start resourceVersion (version ${VERSION})`)
  if (typeof start !== 'string' || start === '')
    throw notValid(`encoded start key empty (version ${VERSION})`)
  const key = start.startsWith('/') ? start.slice(1) : start
  if (key.split('/').some(part => part === '.' || part === '..')) throw notValid(start)
  return { revision: rv < 0 ? '-1' : revision, startKey: namespace ? `${namespace}/${key}` : key }
}

interface ParsedToken {
  readonly v?: unknown
  readonly rv?: unknown
  readonly start?: unknown
  readonly text: string
}

function parseToken(token: string): ParsedToken {
  const bad = token.search(/[^A-Za-z0-9_-]/)
  if (bad >= 0) throw notValid(`illegal base64 data at input byte ${bad}`)
  const bytes = decodeBase64Url(token)
  // A single character after the last group of four.
  if (!bytes) throw notValid(`illegal base64 data at input byte ${token.length - 1}`)
  const text = new TextDecoder().decode(bytes)
  try {
    const parsed: unknown = JSON.parse(text)
    return { ...(typeof parsed === 'object' ? parsed : {}), text }
  } catch {
    throw notValid(syntaxError(bytes))
  }
}

const BLANKS = [0x20, 0x09, 0x0a, 0x0d]
const BEGINNINGS = '{["-0123456789tfn'

/** Go's error message for invalid JSON, limited to errors at its start or end. */
function syntaxError(bytes: Uint8Array): string {
  const first = bytes.find(byte => !BLANKS.includes(byte))
  if (first === undefined || BEGINNINGS.includes(String.fromCharCode(first)))
    return 'unexpected end of JSON input'
  return `invalid character ${quoted(first)} looking for beginning of value`
}

/** A byte as quoted by Go: as a character if it is printable. */
function quoted(byte: number): string {
  const character = String.fromCharCode(byte)
  if (character === "'" || character === '\\') return `'\\${character}'`
  const isVisible = /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(character)
  if (isVisible) return `'${character}'`
  const hex = byte.toString(16)
  return byte < 0x80 ? `'\\x${hex.padStart(2, '0')}'` : `'\\u${hex.padStart(4, '0')}'`
}
