import type { ValuePath } from '@kube-informer/core/paths'
import type { PathValue, PathVisitor } from '@kube-informer/core/rows'
import { type Expression, type Gate, gate, type Term } from './expression.ts'

/**
 * Decides an expression from the values of its paths, as soon as they suffice. Each term is settled once for each object,
 * and passes its result on to its gate: the time is linear in the number of terms.
 */
export class Circuit implements PathVisitor {
  /** The path of each term. */
  readonly paths: readonly ValuePath[]
  /** Whether the result is known. */
  isDone = false
  /** Whether the expression holds, once it is known. */
  result = false
  readonly #terms: Term[] = []
  readonly #gates: Gate[] = []
  /** The gate of each term. */
  readonly #gateOf: number[] = []
  /** The gate of each gate; -1 for the outermost. */
  readonly #outer: number[] = []
  readonly #settled: Uint8Array
  /** The number of parts of each gate that are not settled, or 0 when the gate is. */
  readonly #open: Uint32Array
  readonly #parts: Uint32Array

  /** The expression must not contain a gate without parts; see {@link simplified}. */
  constructor(expression: Expression) {
    this.#add(
      expression.type === 'gate' ? expression : { type: 'gate', isAll: true, parts: [expression] },
      -1,
    )
    this.paths = this.#terms.map(({ path }) => path)
    this.#settled = new Uint8Array(this.#terms.length)
    this.#parts = Uint32Array.from(this.#gates, ({ parts }) => parts.length)
    this.#open = this.#parts.slice()
  }

  /** Prepares for another object. */
  reset(): void {
    this.isDone = false
    this.#settled.fill(0)
    this.#open.set(this.#parts)
  }

  value(term: number, value: PathValue): void {
    if (this.#settled[term] === 0 && this.#terms[term]?.test(value)) this.#settle(term, true)
  }

  end(terms: readonly number[]): void {
    for (const term of terms) {
      if (this.#settled[term] === 0) this.#settle(term, false)
      if (this.isDone) return
    }
  }

  #settle(term: number, holds: boolean): void {
    this.#settled[term] = 1
    const result = holds !== this.#terms[term]?.isNegated
    for (let at = this.#gateOf[term] as number; at !== -1; at = this.#outer[at] as number) {
      const open = this.#open[at] as number
      if (open === 0) return
      // A result that does not decide the gate is its result when it is the last one.
      const isUndecided = result === this.#gates[at]?.isAll && open > 1
      this.#open[at] = isUndecided ? open - 1 : 0
      if (isUndecided) return
    }
    this.isDone = true
    this.result = result
  }

  #add(part: Gate, outer: number): void {
    const number = this.#gates.push(part) - 1
    this.#outer.push(outer)
    for (const each of part.parts) {
      if (each.type === 'gate') this.#add(each, number)
      else {
        this.#terms.push(each)
        this.#gateOf.push(number)
      }
    }
  }
}

/** Replaces gates whose result does not depend on the object. */
export function simplified(expression: Expression): Expression | boolean {
  if (expression.type === 'term') return expression
  const { isAll } = expression
  const parts = expression.parts.map(simplified)
  if (parts.includes(!isAll)) return !isAll
  const open = parts.filter(part => typeof part !== 'boolean')
  return open.length === 0 ? isAll : gate(isAll, open)
}
