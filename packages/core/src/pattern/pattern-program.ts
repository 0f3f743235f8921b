import type { CharacterSet } from './character-set.ts'
import { PatternError, type PatternNode } from './pattern-node.ts'

/** A state of the automaton. Without a set, the next states follow at once, if the assertion holds. */
interface State {
  readonly set?: CharacterSet
  readonly holds?: (before: number, after: number) => boolean
  readonly next: number[]
}

const END = -1

/** See `PatternOptions`. */
interface PatternLimits {
  readonly maxStates: number
  readonly maxSteps: number
}

/**
 * An expression as an automaton, which follows all its alternatives at the same time. The time is linear in the length
 * of the text, where a backtracking engine can take exponential time.
 */
export class PatternProgram {
  readonly #states: State[] = []
  readonly #limits: PatternLimits
  readonly #start: number
  /** The step in which a state was entered last, so that each one is entered once in a step. */
  readonly #entered: Uint32Array

  /** How many states the current text may still enter. */
  #steps = 0

  constructor(node: PatternNode, limits: PatternLimits) {
    this.#limits = limits
    this.#start = this.#build(node, END)
    this.#entered = new Uint32Array(this.#states.length)
  }

  /** Whether any part of the text matches. */
  test(text: string): boolean {
    const codes = Array.from(text, character => character.codePointAt(0) as number)
    this.#entered.fill(0)
    this.#steps = this.#limits.maxSteps
    let current: number[] = []
    for (let at = 0; at <= codes.length; at++) {
      const [before, after] = [codes[at - 1] ?? -1, codes[at] ?? -1]
      const waiting: number[] = []
      if (this.#steps < 0)
        throw new PatternError('matching takes too long: text and expression are too large', at)
      // A match may begin at each character.
      for (const id of [...current, this.#start])
        if (this.#enter(id, at + 1, before, after, waiting)) return true
      current = waiting.flatMap(id => {
        const { set, next } = this.#states[id] as State
        return after >= 0 && set?.(after) ? next : []
      })
    }
    return false
  }

  /** Follows all steps that need no character, and collects the states that wait for one. Returns whether it ends. */
  #enter(first: number, step: number, before: number, after: number, waiting: number[]): boolean {
    const todo = [first]
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (id === END) return true
      const state = this.#states[id]
      if (!state || this.#entered[id] === step) continue
      this.#entered[id] = step
      this.#steps--
      if (state.set) waiting.push(id)
      else if (!state.holds || state.holds(before, after)) todo.push(...state.next)
    }
    return false
  }

  /** Adds the states of a node, which continue with the state `next`; returns the first of them. */
  #build(node: PatternNode, next: number): number {
    switch (node.type) {
      case 'character':
        return this.#add({ set: node.set, next: [next] })
      case 'assertion':
        return this.#add({ holds: node.holds, next: [next] })
      case 'sequence':
        return node.nodes.reduceRight((after, each) => this.#build(each, after), next)
      case 'choice':
        return this.#add({ next: node.nodes.map(each => this.#build(each, next)) })
      case 'repeat':
        return this.#repeat(node, next)
    }
  }

  #repeat({ node, min, max }: Extract<PatternNode, { type: 'repeat' }>, next: number): number {
    let first = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop: State = { next: [next] }
      first = this.#add(loop)
      loop.next.push(this.#build(node, first))
    }
    for (let count = min; count < max && max !== Number.POSITIVE_INFINITY; count++)
      first = this.#add({ next: [this.#build(node, first), next] })
    for (let count = 0; count < min; count++) first = this.#build(node, first)
    return first
  }

  #add(state: State): number {
    if (this.#states.length >= this.#limits.maxStates) throw new PatternError('expression is too large')
    return this.#states.push(state) - 1
  }
}
