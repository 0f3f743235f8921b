import { createWidget } from './objects.ts'
import { type Cluster, type Widget, widgets } from './target.ts'
import { WatchReader } from './watch-reader.ts'

/** Writes widgets by key, `namespace/name`, with the namespace names of the test. */
export class WidgetWriter {
  readonly #cluster: Cluster
  #size = 0

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  async create(
    key: string,
    parts: { nodeName?: string; labels?: Record<string, string> } = {},
  ): Promise<Widget> {
    const [namespace = '', name = ''] = key.split('/')
    return createWidget(this.#cluster, name, { namespace, ...parts })
  }

  /** Makes a change that affects no selector. */
  update(key: string): Promise<Widget> {
    return this.#patch(key, { spec: { size: ++this.#size } })
  }

  assign(key: string, nodeName: string): Promise<Widget> {
    return this.#patch(key, { spec: { nodeName } })
  }

  label(key: string, labels: Readonly<Record<string, string | null>>): Promise<Widget> {
    return this.#patch(key, { metadata: { labels } })
  }

  async delete(key: string): Promise<void> {
    await this.#cluster.client.delete(widgets, await this.#place(key))
  }

  async #patch(key: string, patch: object): Promise<Widget> {
    return this.#cluster.client.patch(widgets, await this.#place(key), patch)
  }

  async #place(key: string): Promise<{ namespace: string; name: string }> {
    const [namespace, name = ''] = key.split('/')
    return { namespace: await this.#cluster.namespace(namespace), name }
  }
}

/** The scope of a watch of widgets. */
export interface View {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** Opens a watch that starts now, and maps the namespace names of the test to real ones. */
export async function watchNow(
  cluster: Cluster,
  { namespace, fieldSelector, ...rest }: View,
): Promise<WatchReader<Widget>> {
  const selected = fieldSelector && (await inRealNames(cluster, fieldSelector))
  const scope = namespace === undefined ? {} : { namespace: await cluster.namespace(namespace) }
  const resourceVersion = await cluster.rv()
  return WatchReader.open(cluster, widgets, { ...rest, ...scope, fieldSelector: selected, resourceVersion })
}

async function inRealNames(cluster: Cluster, fieldSelector: string): Promise<string> {
  const name = /metadata\.namespace=(\w+)/.exec(fieldSelector)?.[1]
  return name ? fieldSelector.replace(`=${name}`, `=${await cluster.namespace(name)}`) : fieldSelector
}
