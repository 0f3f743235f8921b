import type { InformerStatus, PageLifecycle } from '@kube-informer/core'

/** The network state of the page. */
export type Network = Pick<PageLifecycle, 'online'>

/** The member `paused` of a state: present while the page is offline and the link is not live. */
export const pausedIf = ({ online }: Network, link: InformerStatus['link']): { readonly paused?: true } =>
  online === false && (link === 'connecting' || link === 'retrying') ? { paused: true } : {}
