/** Delivers an agent's notifications in order, in microtasks: delayed while it is frozen, dropped when it is dead. */
export class Inbox {
  #state: 'live' | 'frozen' | 'dead' = 'live'
  #news: (() => void)[] = []

  get isDead(): boolean {
    return this.#state === 'dead'
  }

  add(news: () => void): void {
    if (this.#state === 'dead') return
    this.#news.push(news)
    if (this.#state === 'live') queueMicrotask(this.#next)
  }

  freeze(): void {
    if (this.#state === 'live') this.#state = 'frozen'
  }

  thaw(): void {
    if (this.#state !== 'frozen') return
    this.#state = 'live'
    for (let i = 0; i < this.#news.length; i++) queueMicrotask(this.#next)
  }

  die(): void {
    this.#state = 'dead'
    this.#news = []
  }

  readonly #next = (): void => {
    if (this.#state === 'live') this.#news.shift()?.()
  }
}
