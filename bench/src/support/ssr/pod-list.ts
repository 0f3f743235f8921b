import type { Pod } from '@kube-informer/testing'
import { createElement, type ReactNode } from 'react'

/** A row of a table of Pods. */
function Row({ pod: { metadata, spec, status } }: { readonly pod: Pod }): ReactNode {
  const cells = [metadata.namespace, metadata.name, status?.phase, spec?.nodeName, metadata.creationTimestamp]
  return createElement('tr', null, ...cells.map((cell, index) => createElement('td', { key: index }, cell)))
}

/** The rows that every contender renders. */
export const PodList = ({ pods }: { readonly pods: readonly Pod[] }): ReactNode =>
  createElement(
    'table',
    null,
    createElement(
      'tbody',
      null,
      pods.map(pod => createElement(Row, { key: pod.metadata.uid, pod })),
    ),
  )
