import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import type { JSONSchema, KindSchema } from '@kube-informer/core/openapi'
import { pathAt } from './path-at.ts'
import { resolved, schemaAt, typeText } from './schema-at.ts'

/** Completes keys and values from the schema of the kind; the schema may arrive after the editor is shown. */
export const completeFrom =
  (schema: () => KindSchema | undefined): CompletionSource =>
  (context: CompletionContext): CompletionResult | null => {
    const root = schema()
    if (root === undefined) return null
    const { path, typing, from } = pathAt(context.state.doc.toString(), context.pos)
    if (typing === 'key' && from === context.pos && !context.explicit) return null
    const at = schemaAt(root, path)
    const options = at && (typing === 'key' ? keysOf(at, root) : valuesOf(at))
    return options?.length ? { from, options, validFor: /^[\w./-]*$/ } : null
  }

function keysOf({ properties = {}, required = [] }: JSONSchema, root: KindSchema): readonly Completion[] {
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolved(property, root)
    return {
      label: name,
      type: 'property',
      detail: typeText(schema, root),
      apply: `${name}:${schema.properties || schema.items ? '' : ' '}`,
      boost: required.includes(name) ? 1 : 0,
      ...(schema.description === undefined ? {} : { info: schema.description }),
    }
  })
}

function valuesOf(schema: JSONSchema): readonly Completion[] {
  if (schema.type === 'boolean') return ['true', 'false'].map(label => ({ label, type: 'keyword' }))
  const values = schema.enum ?? (schema.default === undefined ? [] : [schema.default])
  return values.map(value => ({ label: String(value), type: 'enum' }))
}
