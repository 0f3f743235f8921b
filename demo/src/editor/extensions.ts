import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { KindSchema } from '@kube-informer/core/openapi'
import { tags } from '@lezer/highlight'
import { HIDDEN } from '../ui/visible-text.ts'
import { completeFrom } from './complete.ts'
import { describeAt } from './describe-at.ts'
import { mistakesOf } from './validate.ts'

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--gone)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--wait)' },
])

/** Custom properties are inherited by a shadow tree, so the editor follows the theme of the page. */
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    maxWidth: '60ch',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in oklab, var(--good) 12%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in oklab, var(--bad) 12%, transparent) !important' },
  '.cm-changedText': { background: 'color-mix(in oklab, var(--good) 26%, transparent) !important' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklab, var(--bad) 26%, transparent) !important',
  },
  '.cm-collapsedLines': { background: 'var(--hover) !important', color: 'var(--muted)' },
})

const COMMON: Extension = [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  drawSelection(),
  highlightSpecialChars({ addSpecialChars: HIDDEN }),
  syntaxHighlighting(COLORS),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  LOOK,
  yaml(),
]

/** Where the schema comes from: it may arrive after the editor is shown. */
export type SchemaSource = () => KindSchema | undefined

/** For reading. */
export const readingExtensions = (label: string): Extension => [
  COMMON,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
  keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
]

/** For comparing with a previous text, of which only the changed parts and their surroundings are shown. */
export const comparingExtensions = (label: string, original: string): Extension => [
  readingExtensions(label),
  unifiedMergeView({ original, mergeControls: false, gutter: true, collapseUnchanged: { margin: 4 } }),
]

/** For writing, with completion and validation by the schema. */
export const writingExtensions = (label: string, schema: SchemaSource): Extension => [
  COMMON,
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  lintGutter(),
  linter(view => mistakesOf(view.state.doc.toString(), schema())),
  autocompletion({ override: [completeFrom(schema)] }),
  hoverTooltip((view, position) => describeAt(view, position, schema())),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
]
