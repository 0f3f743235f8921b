/** Where a value notes its place in a heap, so that it is found there without a search; -1 while it has none. */
export interface PlaceIn<V> {
  get(value: V): number
  set(value: V, place: number): void
}

/** Values by the time at which they are due. Beside its place each costs two numbers, since there may be thousands. */
export class TimeHeap<V> {
  readonly #place: PlaceIn<V>
  readonly #values: V[] = []
  readonly #times: number[] = []

  constructor(place: PlaceIn<V>) {
    this.#place = place
  }

  get size(): number {
    return this.#values.length
  }

  /** When the first one is due. */
  get earliest(): number | undefined {
    return this.#times[0]
  }

  /** Has a value, which is not in it, come at a time. */
  add(value: V, time: number): void {
    this.#put(this.#values.length, value, time)
    this.#rise(this.#values.length - 1)
  }

  /** Does nothing where it is not in it. */
  delete(value: V): void {
    const place = this.#place.get(value)
    if (place < 0) return
    this.#place.set(value, -1)
    const last = this.#values.pop()
    const time = this.#times.pop()
    if (last === undefined || time === undefined || last === value) return
    this.#put(place, last, time)
    this.#rise(place)
    this.#sink(place)
  }

  /** Takes out all that are due, the first ones first. */
  takeDue(now: number): V[] {
    const due: V[] = []
    for (let first = this.#values[0]; first !== undefined && this.#time(0) <= now; first = this.#values[0]) {
      due.push(first)
      this.delete(first)
    }
    return due
  }

  #time(place: number): number {
    return this.#times[place] ?? Number.POSITIVE_INFINITY
  }

  #put(place: number, value: V, time: number): void {
    this.#values[place] = value
    this.#times[place] = time
    this.#place.set(value, place)
  }

  #rise(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1
      if (this.#time(parent) <= this.#time(place)) return
      this.#swap(parent, place)
      place = parent
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      const left = 2 * place + 1
      const child = this.#time(left + 1) < this.#time(left) ? left + 1 : left
      if (this.#time(child) >= this.#time(place)) return
      this.#swap(child, place)
      place = child
    }
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#values[a], this.#values[b]]
    if (one === undefined || other === undefined) return
    const [timeOfOne, timeOfOther] = [this.#time(a), this.#time(b)]
    this.#put(a, other, timeOfOther)
    this.#put(b, one, timeOfOne)
  }
}
