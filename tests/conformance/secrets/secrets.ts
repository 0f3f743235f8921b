import fc from 'fast-check'

/** Secrets that are planted into one run. */
export interface Secrets {
  /** A bearer token of one page or one kubeconfig. */
  readonly token: string
  /** The token of another page. */
  readonly otherToken: string
  readonly password: string
  /** A private key in PEM. */
  readonly key: string
  /** A value of an object on the server, e.g. of a Secret. */
  readonly payload: string
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Random letters and digits, which are found in every encoding that keeps them. */
const letters = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: length, maxLength: length })

/** Characters that encodings escape, between letters. */
const password: fc.Arbitrary<string> = fc
  .tuple(letters(12), fc.constantFrom('', ':', '"', '\\', '%', '/', '+', '&<', "'", 'ä', ' '), letters(12))
  .map(parts => parts.join(''))

/** A token as servers issue them: a JWT, base64, or letters. */
const token: fc.Arbitrary<string> = fc
  .tuple(
    letters(12),
    fc.constantFrom('', '.', '-', '_', '~', '+', '/'),
    letters(12),
    fc.constantFrom('', '='),
  )
  .map(parts => parts.join(''))

/** They are not shrunk: a secret of equal letters occurs by chance. */
export const secrets: fc.Arbitrary<Secrets> = fc.noShrink(
  fc.record({
    token,
    otherToken: token,
    password,
    key: letters(64).map(body => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`),
    payload: letters(24),
  }),
)

/** A secret is found by eight letters in a row, so that a quotation of its beginning is found too. */
const WINDOW = 8

/** The letters of a secret in each encoding that could be part of a message. */
function windowsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
  const runs = forms
    .flatMap(form => form.match(/[A-Za-z0-9]{8,}/g) ?? [])
    .filter(run => !/PRIVATE|BEGIN/.test(run))
  return runs.flatMap(run =>
    Array.from({ length: run.length - WINDOW + 1 }, (_, i) => run.slice(i, i + WINDOW)),
  )
}

/** Creates a function that returns where the secret occurs in a text; undefined if it does not. */
export function leakFinder(secret: string): (text: string) => string | undefined {
  const windows = [...new Set(windowsOf(secret))].map(window => window.toLowerCase())
  return text => {
    const folded = text.toLowerCase()
    const window = windows.find(each => folded.includes(each))
    if (window === undefined) return undefined
    const at = folded.indexOf(window)
    return text.slice(Math.max(0, at - 120), at + 60)
  }
}
