/** The etcd behind a control plane of our own, through its JSON gateway: what no apiserver would do for a test. */
export class Etcd {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Forgets all that was before a revision. */
  async compact(revision: string): Promise<void> {
    await this.#ask('kv/compaction', { revision, physical: true })
  }

  /** Writes behind the apiserver's back. */
  async put(key: string, value: string): Promise<void> {
    await this.#ask('kv/put', { key: btoa(key), value: btoa(value) })
  }

  /** Removes behind the apiserver's back. */
  async remove(key: string): Promise<void> {
    await this.#ask('kv/deleterange', { key: btoa(key) })
  }

  async #ask(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.#url}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`etcd answered ${response.status}: ${await response.text()}`)
  }
}
