import type { Pod } from '@kube-informer/core/resources'
import type { ConnectionStatus, SliceState } from '@kube-informer/worker'

const heading = document.createElement('h1')
const list = document.createElement('ul')
document.body.append(heading, list)

/** Shows some Pods, their total number, and the host that they come from. */
export function showPods({ data, total, status }: SliceState<Pod>, { host }: ConnectionStatus): void {
  heading.textContent = `${total} Pods, ${status.data}, ${host}`
  list.replaceChildren(...data.map(({ metadata }) => itemOf(metadata?.name ?? '')))
}

function itemOf(text: string): HTMLLIElement {
  const item = document.createElement('li')
  item.textContent = text
  return item
}
