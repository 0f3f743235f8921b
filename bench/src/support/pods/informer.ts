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
import type { Setup } from '../../runner/bench-case.ts'

/** The source of the Pods. */
export interface Source {
  readonly url: string
  readonly fetch?: Fetch | undefined
}

/** The form in which they are cached: 'row' or 'object'. */
export type Form = Setup[string] | undefined

/**
 * kube-informer as an application uses it; the namespace index is always present. Rows are requested in JSON, or with
 * `setup.protobuf` as they are by default: in protobuf after asking for the server's version.
 */
export function createPodInformer({ url, fetch }: Source, setup: Setup): SharedIndexInformer<unknown> {
  const client = createKubeClient({ baseUrl: url, fetch })
  const encoding = setup.protobuf ? 'auto' : 'json'
  const listerWatcher: ListerWatcher<unknown> =
    setup.form === 'row'
      ? createListWatch(client, pods, { form: 'row', encoding })
      : createListWatch(client, pods)
  return new SharedIndexInformer<unknown>({ listerWatcher })
}

/** The Pod that was stored. */
export const podOf = (stored: unknown, form: Form): Pod =>
  form === 'row' ? readObject(stored as Row<Pod>) : (stored as Pod)
