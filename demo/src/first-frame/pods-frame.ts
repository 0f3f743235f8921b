import type { KubernetesObject } from '@kube-informer/core'
import type { Column } from '../kinds/columns/column.ts'
import { podView } from '../kinds/columns/pods.ts'
import { gridTemplate, minWidth, narrowTemplate } from '../table/table-state.ts'
import { cellOf } from './cell.ts'
import { element } from './element.ts'

/** In pixels, as table/use-virtual-rows.ts has it. */
export const ROW_HEIGHT = 30
/** The column of the check boxes, in pixels. */
const SELECT_WIDTH = 30

const columns = podView.columns.filter(({ wide }) => !wide)

/**
 * The page of all Pods with its first rows, as the console renders it. Its links work; everything else waits for the
 * console.
 *
 * @param path of the table's page
 * @param onScreen the number of rows to begin with; `addRest` adds the others
 */
export function podsFrame(
  pods: readonly KubernetesObject[],
  path: string,
  onScreen: number,
): { readonly frame: HTMLElement; addRest(): void } {
  const rows = rowsOf(pods.length)
  const add = (from: number, to?: number): void =>
    rows.append(...pods.slice(from, to).map((pod, index) => rowOf(pod, from + index, path)))
  add(0, onScreen)
  return { frame: page(rows), addRest: () => add(onScreen) }
}

function page(rows: HTMLElement): HTMLElement {
  return element('div', { class: 'shell' }, [
    element('header', { class: 'top-bar' }, [
      element('span', { class: 'brand' }, [
        element('span', { class: 'brand-place' }),
        element('span', { class: 'wide-only' }, ['kube-informer']),
      ]),
    ]),
    element('nav', { class: 'sidebar', 'aria-label': 'Resources' }),
    element('main', { class: 'table-page' }, [
      element('header', { class: 'table-toolbar' }, [element('h1', {}, ['Pods'])]),
      element('div', { class: 'facets' }),
      element('div', { class: 'grid-area' }, [grid(rows)]),
    ]),
    element('footer', { class: 'status-line' }),
  ])
}

function rowsOf(count: number): HTMLElement {
  const rows = element('div', { class: 'rows' })
  rows.style.height = `${count * ROW_HEIGHT}px`
  return rows
}

function grid(rows: HTMLElement): HTMLElement {
  const created = element('div', { role: 'grid', class: 'grid', 'aria-label': 'Pods', 'aria-busy': 'true' }, [
    head(),
    rows,
  ])
  created.style.setProperty('--columns', `${SELECT_WIDTH}px ${gridTemplate(columns, {})}`)
  created.style.setProperty('--min-width', `${SELECT_WIDTH + minWidth(columns, {})}px`)
  created.style.setProperty('--narrow-columns', `${SELECT_WIDTH}px ${narrowTemplate(columns)}`)
  return created
}

const head = (): HTMLElement =>
  element('div', { role: 'row', class: 'head' }, [
    element('span', { class: 'select-cell' }),
    ...columns.map(headOf),
  ])

const headOf = ({ id, label, numeric, narrow }: Column): HTMLElement =>
  element(
    'span',
    {
      role: 'columnheader',
      class: `cell column-${id}${numeric ? ' number' : ''}${narrow ? ' narrow' : ''}`,
    },
    [label],
  )

function rowOf(pod: KubernetesObject, index: number, path: string): HTMLElement {
  const { namespace = '-', name = '' } = pod.metadata ?? {}
  const row = element('div', { role: 'row', class: 'row', 'data-testid': 'first-row' }, [
    element('span', { role: 'gridcell', class: 'cell select-cell' }, [element('span', { class: 'box' })]),
    ...columns.map(column => cellOf(column, pod, `${path}/${namespace}/${name}`)),
  ])
  row.style.top = `${index * ROW_HEIGHT}px`
  return row
}
