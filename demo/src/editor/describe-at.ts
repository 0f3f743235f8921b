import type { EditorView, Tooltip } from '@codemirror/view'
import type { KindSchema } from '@kube-informer/core/openapi'
import { pathAt } from './path-at.ts'
import { schemaAt, typeText } from './schema-at.ts'

/** What the schema says about the field under the pointer. */
export function describeAt(
  view: EditorView,
  position: number,
  schema: KindSchema | undefined,
): Tooltip | null {
  const line = view.state.doc.lineAt(position)
  const [, before = '', key] = /^(\s*(?:-\s+)*)([\w.$-]+):/.exec(line.text) ?? []
  const from = line.from + before.length
  if (schema === undefined || key === undefined || position > from + key.length) return null
  const { path } = pathAt(view.state.doc.toString(), from)
  const field = schemaAt(schema, [...path, key])
  if (field === undefined) return null
  return {
    pos: from,
    end: from + key.length,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      const head = dom.appendChild(document.createElement('b'))
      head.textContent = `${key}: ${typeText(field, schema)}`
      dom.appendChild(document.createElement('p')).textContent = field.description ?? ''
      return { dom }
    },
  }
}
