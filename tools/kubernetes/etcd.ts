/** The etcd of a started control plane, through its JSON gateway: for actions that the apiserver does not offer. */
export class Etcd {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Compacts the history before a revision. */
  async compact(revision: string): Promise<void> {
    await this.#ask('kv/compaction', { revision, physical: true })
  }

  /** Writes a key, bypassing the apiserver. */
  async put(key: string, value: string): Promise<void> {
    await this.#ask('kv/put', { key: btoa(key), value: btoa(value) })
  }

  /** Deletes a key, bypassing the apiserver. */
  async remove(key: string): Promise<void> {
    await this.#ask('kv/deleterange', { key: btoa(key) })
  }

  async #ask(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.#url}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`etcd responded with ${response.status}: ${await response.text()}`)
  }
}
