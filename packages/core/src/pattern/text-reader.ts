import { PatternError } from './pattern-node.ts'

/** A text that is read from its start. */
export class TextReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The number of characters that were read. */
  get position(): number {
    return this.#at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  /** Reads a text if it is next. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false
    this.#at += text.length
    return true
  }

  /** What a sticky expression matches next, without reading it. */
  look(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    return expression.exec(this.#text) ?? undefined
  }

  /** Reads a character; throws a {@link PatternError} at the end. */
  next(): string {
    const code = this.#text.codePointAt(this.#at)
    if (code === undefined) throw new PatternError('unexpected end')
    const character = String.fromCodePoint(code)
    this.#at += character.length
    return character
  }

  /** Reads the text before another one, and that one; or the whole rest. */
  until(end: string): string {
    const found = this.#text.indexOf(end, this.#at)
    const before = this.#text.slice(this.#at, found < 0 ? undefined : found)
    this.#at = found < 0 ? this.#text.length : found + end.length
    return before
  }
}
