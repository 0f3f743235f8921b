import type { KubernetesObject } from '@kube-informer/core'
import type { Column } from '../kinds/columns/column.ts'
import { formatAge } from '../ui/format-age.ts'
import { element } from './element.ts'

/** A cell as table/table-cell.tsx renders it, without what nobody can use yet. */
export function cellOf(column: Column, object: KubernetesObject, href: string): HTMLElement {
  const { id, numeric, narrow, cell } = column
  const classes = `cell column-${id} ${cell.type}-cell${numeric ? ' number' : ''}${narrow ? ' narrow' : ''}`
  return element('span', { role: 'gridcell', class: classes }, [contentOf(column, object, href)])
}

function contentOf({ cell }: Column, object: KubernetesObject, href: string): HTMLElement {
  switch (cell.type) {
    case 'name':
      return element('a', { class: 'name-link', href }, [object.metadata?.name ?? ''])
    case 'age':
      return element('time', {}, [ageOf(cell.read(object))])
    case 'status': {
      const status = cell.read(object)
      return element('span', { class: `status ${status?.tone ?? 'muted'}` }, [valueText(status?.text)])
    }
    case 'share': {
      const { ready, wanted } = cell.read(object)
      const tone = ready >= wanted ? (wanted === 0 ? 'done' : 'good') : ready === 0 ? 'bad' : 'wait'
      const bar = element('i')
      bar.style.setProperty('--share', String(wanted === 0 ? 0 : Math.min(1, ready / wanted)))
      return element('span', { class: `share-text ${tone}` }, [
        element('i', { 'aria-hidden': 'true', class: 'share-bar' }, [bar]),
        valueText(`${ready}/${wanted}`),
      ])
    }
    case 'reference':
      return element('span', { class: 'muted' }, [cell.read(object)?.name ?? '–'])
    case 'text': {
      const text = cell.read(object)
      const isEmpty = text === undefined || text === '' || text === 0
      const classes = `text${cell.mono ? ' mono' : ''}${isEmpty ? ' muted' : ''}`
      return element('span', { class: classes }, [valueText(text)])
    }
  }
}

const valueText = (text: string | number | undefined): HTMLElement =>
  element('span', { class: 'value' }, [text === undefined || text === '' ? '–' : String(text)])

function ageOf(since: string | undefined): string {
  const at = since === undefined ? Number.NaN : Date.parse(since)
  return Number.isNaN(at) ? '–' : formatAge(Date.now() - at)
}
