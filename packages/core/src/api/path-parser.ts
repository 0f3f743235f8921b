import { UsageError } from './errors.ts'
import type { PathScalar, PathStep, ValuePath } from './path-step.ts'

/** A name outside brackets. A backslash is literal unless a dot or a bracket follows. */
const NAME = /(?:\\[.[]|[^.[])+/y
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y
const INDEX = /\d{1,9}/y
const LITERAL = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true\b|false\b|null\b/y
const SPACE = / */y
const OPERATOR = /==|!=/y

/** Parses the paths that `parseValuePath` describes. */
export class PathParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): ValuePath {
    const steps: PathStep[] = []
    if (!this.#isNext('[')) {
      this.#take('.')
      steps.push({ type: 'member', name: this.#name() })
    }
    while (this.#at < this.#text.length) steps.push(this.#step())
    return steps
  }

  #step(): PathStep {
    if (this.#take('.')) return { type: 'member', name: this.#name() }
    if (this.#take('[')) return this.#bracket()
    throw this.#error('a step starts with "." or "["')
  }

  #bracket(): PathStep {
    const step = this.#inBrackets()
    this.#expect(']')
    return step
  }

  #inBrackets(): PathStep {
    if (this.#take('*')) return { type: 'items' }
    if (this.#take('?')) return this.#filter()
    const index = this.#match(INDEX)
    if (index !== undefined) return { type: 'item', index: Number(index) }
    return { type: 'member', name: this.#quoted('a name in quotes, a number, * or ?(…) is expected') }
  }

  /** `(@.type=="Ready")`. */
  #filter(): PathStep {
    this.#expect('(')
    this.#match(SPACE)
    this.#expect('@')
    const path = this.#members()
    this.#match(SPACE)
    const operator = this.#match(OPERATOR)
    if (operator === undefined) throw this.#error('== or != is expected')
    this.#match(SPACE)
    const value = this.#literal()
    this.#match(SPACE)
    this.#expect(')')
    return { type: 'filter', path, isEqual: operator === '==', value }
  }

  /** The names after `@`. They end at a space or an operator. */
  #members(): string[] {
    const names: string[] = []
    for (;;) {
      if (this.#take('.')) names.push(this.#require(/[^.[\]()=! "']+/y, 'a name is expected'))
      else if (this.#take('[')) {
        names.push(this.#quoted('a name in quotes is expected'))
        this.#expect(']')
      } else return names
    }
  }

  #literal(): PathScalar {
    const literal = this.#match(LITERAL)
    if (literal !== undefined) return JSON.parse(literal) as PathScalar
    return this.#quoted('a text in quotes, a number, true, false or null is expected')
  }

  #name(): string {
    return this.#require(NAME, 'a name is expected').replace(/\\([.[])/g, '$1')
  }

  #quoted(expected: string): string {
    const text = this.#require(TEXT, expected)
    return text.slice(1, -1).replace(/\\(.)/g, '$1')
  }

  #require(expression: RegExp, expected: string): string {
    const found = this.#match(expression)
    if (found === undefined) throw this.#error(expected)
    return found
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  #take(text: string): boolean {
    const isNext = this.#isNext(text)
    if (isNext) this.#at += text.length
    return isNext
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#error(`"${text}" is expected`)
  }

  #error(reason: string): UsageError {
    const before = JSON.stringify(this.#text.slice(Math.max(0, this.#at - 80), this.#at))
    const more = this.#at < this.#text.length ? ' …' : ''
    return new UsageError(`${reason} at character ${this.#at + 1}: ${before}${more}`)
  }
}
