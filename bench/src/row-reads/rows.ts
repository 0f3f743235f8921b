import { createKubeClient, createListWatch, type Row } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'
import { expectEncoding } from '../pods/check.ts'
import { serverOf } from '../pods/informer.ts'

/** The Pods of the server, as they are cached. */
export async function listRows(setup: Setup): Promise<readonly Row<Pod>[]> {
  const encoding = setup.protobuf ? 'protobuf' : 'json'
  const client = createKubeClient({ baseUrl: serverOf(setup), encoding })
  const { signal } = new AbortController()
  const { items } = await createListWatch(client, pods, { form: 'row' }).list({}, { signal })
  expectEncoding(items, setup)
  if (items.length !== setup.count) throw new Error(`${items.length} rows`)
  return items
}
