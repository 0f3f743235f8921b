import { useObject } from '@kube-informer/react'
import { Copy, Download, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { definedName, type Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { useToasts } from '../ui/toast-store.ts'
import { CodeEditor } from './code-editor.tsx'
import './editor.css'
import { saveText } from '../ui/save-text.ts'
import { readingExtensions, writingExtensions } from './extensions.ts'
import { Review } from './review.tsx'
import { type EditSession, useEditSession } from './use-edit-session.ts'
import { useSchema } from './use-schema.ts'
import { yamlOf } from './yaml-text.ts'

interface ObjectEditorProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
}

/** The YAML of an object: live while it is read, and as it was at the start of an edit. */
export function ObjectEditor({ kind, namespace, name }: ObjectEditorProps): ReactNode {
  const { data: object } = useObject({ namespace, name }, { resource: definedName(kind) ?? kind })
  const session = useEditSession(kind, { namespace, name })
  const { base, intent, error } = session

  if (base !== undefined && intent !== undefined) return <Review session={session} base={base} />
  if (base !== undefined)
    return <Writing kind={kind} session={session} hasChanged={isOther(base, object?.metadata)} />
  if (error) return <ErrorState error={error} onRetry={() => void session.start()} />
  if (object === undefined) return <p className="editor-note">Reading…</p>
  return <Reading name={name} text={yamlOf(object)} onEdit={() => void session.start()} />
}

type Metadata = { readonly resourceVersion?: string | undefined } | undefined

const isOther = (base: { readonly metadata?: Metadata }, now: Metadata): boolean =>
  now !== undefined && now.resourceVersion !== base.metadata?.resourceVersion

interface ReadingProps {
  readonly name: string
  readonly text: string
  readonly onEdit: () => void
}

function Reading({ name, text, onEdit }: ReadingProps): ReactNode {
  const { tell, fail } = useToasts()
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      error => fail('Could not copy', error),
    )
  return (
    <section className="editor" aria-label="YAML">
      <header className="editor-bar">
        <p className="muted">Follows the object.</p>
        <Button variant="quiet" icon={<Copy size={14} aria-hidden />} onClick={copy}>
          Copy
        </Button>
        <Button
          variant="quiet"
          icon={<Download size={14} aria-hidden />}
          onClick={() => saveText(`${name}.yaml`, text)}
        >
          Download
        </Button>
        <Button variant="primary" icon={<Pencil size={14} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      </header>
      <CodeEditor text={text} extensions={readingExtensions(`YAML of ${name}`)} testId="yaml" />
    </section>
  )
}

interface WritingProps {
  readonly kind: Kind
  readonly session: EditSession
  /** Whether the object has changed since the edit started. */
  readonly hasChanged: boolean
}

function Writing({ kind, session, hasChanged }: WritingProps): ReactNode {
  // The extensions read the newest schema through the ref, after the render.
  'use no memo'
  const schema = useSchema(kind)
  const latest = useRef(schema)
  useEffect(() => {
    latest.current = schema
  }, [schema])
  const { text, setText, review, discard, error } = session
  return (
    <section className="editor" aria-label="Edit">
      <header className="editor-bar">
        <p className="muted">
          {schema === undefined ? 'Reading the schema…' : 'Ctrl Space completes fields and values.'}
        </p>
        <Button variant="quiet" onClick={discard}>
          Discard
        </Button>
        <Button variant="primary" onClick={() => review(schema)}>
          Review
        </Button>
      </header>
      {hasChanged && (
        <p className="editor-note" role="status">
          The object has changed on the server. An apply writes only the fields that you change.
        </p>
      )}
      {error && (
        <p className="editor-note bad" role="alert" data-testid="error">
          {error.message}
        </p>
      )}
      <CodeEditor
        text={text}
        onText={setText}
        extensions={writingExtensions('YAML to apply', () => latest.current)}
        testId="yaml-edit"
      />
    </section>
  )
}
