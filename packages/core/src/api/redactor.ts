import { decodeBase64, encodeBase64 } from '../base64/base64.ts'
import { bodyCredentials } from './body-credentials.ts'

/** Names of headers that carry credentials. `Impersonate-*` is none: apiservers quote user names in their messages. */
const CREDENTIAL = /auth|cookie|token|secret|key|password|session|credential/i

/** A shorter credential is likely to be a part of ordinary words. */
const SHORT = 8

/** The member of a request's init that contains its redactor. A `fetch` that wraps another one passes it on. */
export const REDACTOR: unique symbol = /* @__PURE__ */ Symbol.for('kube-informer.redactor')

/** The redactor of a request; undefined for a request that no transport sent. */
export const redactorOf = (init: object): Redactor | undefined =>
  (init as { readonly [REDACTOR]?: Redactor })[REDACTOR]

/**
 * Removes the credentials of one request, in its headers and its body, from the texts of its response, since some servers and
 * proxies echo the request. Whatever adds credentials to the request also adds them here: the transport, and a `fetch`
 * ({@link redactorOf}).
 *
 * A credential is recognized as sent, in base64, and with URL, JSON or HTML escapes, in upper or lower case. One of fewer
 * than eight characters is recognized only between characters that are neither letters nor digits.
 */
export class Redactor {
  readonly #secrets = new Set<string>()
  /** Of the secrets; undefined until they are needed. */
  #patterns: readonly RegExp[] | undefined
  #body: { readonly path: string; readonly text: string } | undefined

  /** Adds a header of the request. A header whose name does not suggest a credential is ignored. */
  add(name: string, value: string): void {
    if (!CREDENTIAL.test(name)) return
    this.#patterns = undefined
    for (const part of [value, ...value.split(/[;,]\s*/)]) {
      // Without the scheme, or the name of a cookie. An equals sign at the end is the padding of base64.
      const credential = part.replace(/^[^\s=]*(?:\s+|=(?=[^=]))/, '')
      // The user name with the password. Empty for what is no base64.
      const login = /^basic\s/i.test(part) ? new TextDecoder().decode(decodeBase64(credential)) : ''
      for (const secret of [part, credential, login, login.replace(/^[^:]*:/, '')])
        this.#secrets.add(secret.trim())
    }
  }

  /** Adds the body of the request to a path below the root. It is read when a text is redacted, which few requests need. */
  addBody(path: string, text: string): void {
    this.#body = { path, text }
  }

  /** The text with `…` in place of each credential. */
  redact(text: string): string {
    this.#readBody()
    this.#patterns ??= patternsOf(this.#secrets)
    return this.#patterns.reduce((rest, pattern) => rest.replace(pattern, '$1…'), text)
  }

  #readBody(): void {
    const body = this.#body
    this.#body = undefined
    if (!body) return
    this.#patterns = undefined
    for (const part of bodyCredentials(body.path, body.text)) this.#secrets.add(part.trim())
  }
}

function patternsOf(secrets: Iterable<string>): readonly RegExp[] {
  // Without padding, since the base64 of a longer text continues there.
  const forms = [...secrets].flatMap(secret =>
    secret ? [secret, encodeBase64(secret).replace(/=+$/, '')] : [],
  )
  // The longest first, since a credential may be the beginning of another one.
  forms.sort((a, b) => b.length - a.length)
  return forms.map(form => {
    const isShort = form.length < SHORT
    return new RegExp(isShort ? `(^|[^a-z0-9])${patternOf(form)}(?![a-z0-9])` : `()${patternOf(form)}`, 'gi')
  })
}

/**
 * A pattern of the text, in which every character but letters and digits may be escaped, up to four times. The limit keeps
 * the search linear: an error may consist of backslashes.
 */
const patternOf = (text: string): string => text.replace(/\\+|[^a-z0-9]/giu, escaped)

/** In URLs and base64url, other characters may stand for these. */
const ALIASES: Readonly<Record<string, string>> = { '+': '|-', '/': '|_', ' ': '|\\+' }

function escaped(found: string): string {
  // One quantifier for all backslashes of a run: several in a row would take exponential time.
  if (found.startsWith('\\'))
    return `(?:\\\\{${found.length},${16 * found.length}}|(?:%5c|\\\\u005c){${found.length}})`
  const unicode = (found.codePointAt(0) as number).toString(16).padStart(4, '0')
  const url = Array.from(new TextEncoder().encode(found), byte => `%${byte.toString(16).padStart(2, '0')}`)
  return `(?:\\\\{0,15}\\${found}|\\\\u${unicode}|${url.join('')}|&#?\\w+;${ALIASES[found] ?? ''})`
}
