import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'

interface CodeEditorProps {
  /** The text. A change of it replaces the text of the editor, unless it came from `onText`. */
  readonly text: string
  readonly onText?: (text: string) => void
  /** They are read when the editor is created: change its `key` for others. */
  readonly extensions: Extension
  readonly testId?: string
}

/**
 * CodeMirror in a shadow tree. There it adds its styles as a constructed style sheet, which the Content-Security-Policy of
 * the page allows; in the document it would add a `<style>`.
 */
export function CodeEditor({ text, onText, extensions, testId }: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ text, onText, extensions })

  useEffect(() => {
    latest.current = { ...latest.current, onText }
  }, [onText])

  useEffect(() => {
    const element = host.current
    if (element === null) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const listening = EditorView.updateListener.of(update => {
      if (update.docChanged) latest.current.onText?.(update.state.doc.toString())
    })
    const created = new EditorView({
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [latest.current.extensions, listening],
      }),
      parent: root,
      root,
    })
    view.current = created
    return () => {
      view.current = null
      created.destroy()
    }
  }, [])

  useEffect(() => {
    latest.current = { ...latest.current, text }
    const current = view.current?.state.doc.toString()
    if (current === undefined || current === text) return
    view.current?.dispatch({ changes: { from: 0, to: current.length, insert: text } })
  }, [text])

  return <div ref={host} className="code-editor" data-testid={testId} />
}
