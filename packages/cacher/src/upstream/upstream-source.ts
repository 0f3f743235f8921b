import type { KubernetesObject, Row } from '@kube-informer/core'
import { escapeFieldValue } from '@kube-informer/core/tools'
import type { CacherSource, SourceList, SourceListOptions } from '../api/cacher-source.ts'
import type { Upstream } from './upstream.ts'

/**
 * Another apiserver as the source of a cache. It cannot report the progress of its watch, so it serves consistent lists
 * itself.
 */
export class UpstreamSource<T extends KubernetesObject = KubernetesObject> implements CacherSource<T> {
  readonly #upstream: Upstream<T>

  constructor(upstream: Upstream<T>) {
    this.#upstream = upstream
  }

  async list(
    options: SourceListOptions,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<SourceList<T | Row<T>>> {
    const { resourceVersionMatch, limit } = options
    const list = await this.#upstream.list(
      {
        ...(limit > 0 && { limit }),
        ...(resourceVersionMatch !== '' && { resourceVersionMatch }),
        ...given('resourceVersion', options.resourceVersion),
        ...given('continue', options.continue),
        ...given('labelSelector', options.labelSelector),
        ...given('fieldSelector', fieldsOf(options)),
      },
      { signal },
    )
    const { resourceVersion = '', continue: token, remainingItemCount } = list.metadata
    return { resourceVersion, items: list.items, continue: token, remainingItemCount }
  }

  async get(namespace: string, name: string, signal?: AbortSignal): Promise<T | Row<T> | undefined> {
    const fieldSelector = `metadata.name=${escapeFieldValue(name)}`
    const { items } = await this.list({ ...EVERYTHING, namespace, fieldSelector }, signal)
    return items[0]
  }

  async currentResourceVersion(signal?: AbortSignal): Promise<string> {
    const list = await this.list({ ...EVERYTHING, limit: 1 }, signal)
    return list.resourceVersion
  }
}

const EVERYTHING: SourceListOptions = {
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
}

const given = (name: string, value: string): Readonly<Record<string, string>> =>
  value === '' ? {} : { [name]: value }

/** Adds the namespace to the field selector, since the upstream scope may be all namespaces. */
function fieldsOf({ namespace, fieldSelector }: SourceListOptions): string {
  const terms = [fieldSelector, namespace && `metadata.namespace=${escapeFieldValue(namespace)}`]
  return terms.filter(term => term !== '').join(',')
}
