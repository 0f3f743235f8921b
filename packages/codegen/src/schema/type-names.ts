/** Assigns the names of a module, each once. */
export class TypeNames {
  readonly #taken: Set<string>
  /** The last number that a name got. */
  readonly #numbers = new Map<string, number>()

  /** @param taken names that are never assigned */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** The name itself if it is free, otherwise with a number from 2. */
  take(name: string): string {
    let free = name
    for (let number = this.#numbers.get(name) ?? 2; this.#taken.has(free); number++) {
      free = `${name}${number}`
      this.#numbers.set(name, number + 1)
    }
    this.#taken.add(free)
    return free
  }

  has(name: string): boolean {
    return this.#taken.has(name)
  }
}
