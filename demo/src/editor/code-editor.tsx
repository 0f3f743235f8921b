import { type ChangeSpec, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'

interface CodeEditorProps {
  /** The text. Where it cannot be edited, a change of it is shown, and the cursor and the scroll position stay. */
  readonly text: string
  /** Makes the text editable: the editor then has the newest text, and later changes of `text` do not count. */
  readonly onText?: (text: string) => void
  /** They are read when the editor is created: change its `key` for others. */
  readonly extensions: Extension
  readonly testId?: string
  /** Whether it has the focus when it appears. @default false */
  readonly autoFocus?: boolean
}

/**
 * CodeMirror in a shadow tree. There it adds its styles as a constructed style sheet, which the Content-Security-Policy of
 * the page allows; in the document it would add a `<style>`.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { text, onText, extensions, testId } = props
  const isFocused = props.autoFocus ?? false
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
    if (isFocused) created.focus()
    return () => {
      view.current = null
      created.destroy()
    }
  }, [isFocused])

  useEffect(() => {
    // What the user has typed meanwhile is newer than a text that comes back from `onText`.
    if (onText === undefined)
      view.current?.dispatch({ changes: changeTo(view.current.state.doc.toString(), text) })
  }, [onText, text])

  return <div ref={host} className="code-editor" data-testid={testId} />
}

/** The one part in which two texts differ. */
function changeTo(before: string, after: string): ChangeSpec {
  let from = 0
  while (from < before.length && from < after.length && before[from] === after[from]) from++
  let end = 0
  const most = Math.min(before.length, after.length) - from
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
