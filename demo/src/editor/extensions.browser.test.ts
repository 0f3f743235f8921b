import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, onTestFinished, test } from 'vitest'
import { comparingExtensions, readingExtensions, writingExtensions } from './extensions.ts'

/** Characters that reorder or hide others, and a terminal's escape. */
const DECEPTIVE = [
  '\u001b',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2068',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u{e0041}',
]

test.each([
  ['reads', readingExtensions('text')],
  ['compares', comparingExtensions('text', 'a: b')],
  ['writes', writingExtensions('text', () => undefined)],
])('an editor that %s marks what would reorder or hide its text', (_, extensions) => {
  const doc = `a: "${DECEPTIVE.join('x')}"`
  const view = new EditorView({ state: EditorState.create({ doc, extensions }), parent: document.body })
  onTestFinished(() => view.destroy())
  const marks = view.dom.querySelectorAll('.cm-specialChar')
  expect(marks).toHaveLength(DECEPTIVE.length)
  // Marks are no change.
  expect(view.state.doc.toString()).toBe(doc)
})
