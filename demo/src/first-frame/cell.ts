import type { KubernetesObject } from '@kube-informer/core'
import type { Column } from '../kinds/columns/column.ts'
import { classNames } from '../ui/class-names.ts'
import { formatAge } from '../ui/format-age.ts'
import { element } from './element.ts'

/** A cell as table/table-cell.tsx renders it, without what does not work yet. */
export function cellOf(column: Column, object: KubernetesObject, href: string): HTMLElement {
  const { id, numeric, narrow, cell } = column
  const created = element('span', {
    role: 'gridcell',
    class: classNames(`cell column-${id} ${cell.type}-cell`, numeric && 'number', narrow && 'narrow'),
  })
  if (cell.type === 'text') {
    const text = cell.read(object)
    const isMissing = text === undefined || text === ''
    if (cell.mono) created.classList.add('mono')
    if (isMissing || text === 0) created.classList.add('muted')
    created.append(isMissing ? '–' : String(text))
  } else created.append(contentOf(column, object, href))
  return created
}

function contentOf({ cell }: Column, object: KubernetesObject, href: string): Node | string {
  switch (cell.type) {
    case 'name':
      return element('a', { class: 'name-link', href }, [object.metadata?.name ?? ''])
    case 'age':
      return element('time', {}, [ageOf(cell.read(object))])
    case 'status': {
      const status = cell.read(object)
      return element('span', { class: status ? `status ${status.tone}` : 'muted' }, [status?.text ?? '–'])
    }
    case 'share': {
      const { ready, wanted } = cell.read(object)
      const tone = ready >= wanted ? (wanted === 0 ? 'done' : 'good') : ready === 0 ? 'bad' : 'wait'
      const created = element('span', { class: `share-text ${tone}` }, [`${ready}/${wanted}`])
      created.style.setProperty('--share', `${wanted === 0 ? 0 : Math.min(100, (ready / wanted) * 100)}%`)
      return created
    }
    case 'reference':
      return element('span', { class: 'reference-link' }, [cell.read(object)?.name ?? '–'])
    case 'text':
      return ''
  }
}

function ageOf(since: string | undefined): string {
  const at = since === undefined ? Number.NaN : Date.parse(since)
  return Number.isNaN(at) ? '–' : formatAge(Date.now() - at)
}
