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

/** Where the Pods come from. */
export interface Source {
  readonly url: string
  readonly fetch?: Fetch | undefined
}

/** How they are kept: `form` is 'row' or 'object'. */
export type Form = Setup[string] | undefined

/** Ours, as a user would write it; the namespace index is always there. */
export function createPodInformer({ url, fetch }: Source, form: Form): SharedIndexInformer<unknown> {
  const client = createKubeClient({ baseUrl: url, fetch })
  const listerWatcher: ListerWatcher<unknown> =
    form === 'row' ? createListWatch(client, pods, { form: 'row' }) : createListWatch(client, pods)
  return new SharedIndexInformer<unknown>({ listerWatcher })
}

/** The Pod that was stored. */
export const podOf = (stored: unknown, form: Form): Pod =>
  form === 'row' ? readObject(stored as Row<Pod>) : (stored as Pod)
