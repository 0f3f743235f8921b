import { skipValue } from '@kube-informer/core/json'
import type { LargeIntegers } from '../../api/json-value.ts'

/**
 * The integers beyond 2^53 of a JSON text. `JSON.parse` rounds them, so that several have the same number.
 *
 * The text is read only when the first such integer is asked for, which few objects have.
 */
export class ExactIntegers implements LargeIntegers {
  readonly #readText: () => string
  #texts: ReadonlyMap<number, readonly string[]> | undefined

  /** @param readText the text that was parsed. It must be valid JSON. */
  constructor(readText: () => string) {
    this.#readText = readText
  }

  problemOf(integer: number): string | undefined {
    const texts = this.#textsOf(integer)
    if (texts.length === 1) return undefined
    const rounded = `${integer} is beyond 2^53, where JavaScript rounds integers`
    return texts.length === 0
      ? `${rounded}, and the request has no such integer`
      : `${rounded}, and the request has several that round to it: ${texts.join(', ')}`
  }

  /** The digits of an integer; undefined if they are not known. */
  digitsOf(integer: number): string | undefined {
    const texts = this.#textsOf(integer)
    return texts.length === 1 ? texts[0] : undefined
  }

  #textsOf(integer: number): readonly string[] {
    this.#texts ??= largeIntegers(this.#readText())
    return this.#texts.get(integer) ?? []
  }
}

/** The integers beyond 2^53 in a JSON text, by the number that `JSON.parse` returns for them. */
function largeIntegers(json: string): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, string[]>()
  const tokens = /"|-?\d[-+.\deE]*/g
  for (let token = tokens.exec(json); token; token = tokens.exec(json)) {
    const [text] = token
    if (text === '"') tokens.lastIndex = skipValue(json, token.index)
    else collect(texts, text)
  }
  return texts
}

function collect(texts: Map<number, string[]>, text: string): void {
  const number = Number(text)
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return
  // A number with a fraction or an exponent is a float64 for the apiserver, too.
  const digits = /[.eE]/.test(text) ? JSON.stringify(number) : text
  const known = texts.get(number)
  if (!known) texts.set(number, [digits])
  else if (!known.includes(digits)) known.push(digits)
}
