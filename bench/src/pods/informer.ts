import {
  createKubeClient,
  createListWatch,
  type Fetch,
  type ListerWatcher,
  type Row,
  readObject,
  SharedIndexInformer,
} from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'

/** The source of the Pods. */
export interface Source {
  readonly url: string
  readonly fetch?: Fetch | undefined
}

/** The form in which they are cached: 'row' or 'object'. */
export type Form = Setup[string] | undefined

/** kube-informer as an application uses it; the namespace index is always present. */
export function createPodInformer({ url, fetch }: Source, form: Form): SharedIndexInformer<unknown> {
  const client = createKubeClient({ baseUrl: url, fetch })
  const listerWatcher: ListerWatcher<unknown> =
    form === 'row' ? createListWatch(client, pods, { form: 'row' }) : createListWatch(client, pods)
  return new SharedIndexInformer<unknown>({ listerWatcher })
}

/** The Pod that was stored. */
export const podOf = (stored: unknown, form: Form): Pod =>
  form === 'row' ? readObject(stored as Row<Pod>) : (stored as Pod)
