import { isNotFound, type KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import { type ReactNode, useState } from 'react'
import { StatusDot } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { applyTarget, pastedObjects, titleOf } from './apply-documents.ts'
import { CodeEditor } from './code-editor.tsx'
import './editor.css'
import { writingExtensions } from './extensions.ts'

interface ApplyYamlDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly initialText?: string | undefined
  /** For objects without one. @default 'default' */
  readonly namespace?: string | undefined
}

interface Outcome {
  readonly title: string
  readonly tone: 'good' | 'bad' | 'wait'
  readonly text: string
}

/** Applies pasted YAML on the server, one document after another; a dry run says before what would happen. */
export function ApplyYamlDialog(props: ApplyYamlDialogProps): ReactNode {
  const { open, onOpenChange } = props
  const initialText = props.initialText ?? ''
  const namespace = props.namespace ?? 'default'
  const connection = useConnection()
  const [text, setText] = useState(initialText)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isRunning, setIsRunning] = useState(false)

  const run = async (dryRun: boolean): Promise<void> => {
    setIsRunning(true)
    setOutcomes([])
    await applyAll(connection, text, { namespace, dryRun }, outcome =>
      setOutcomes(before => [...before, outcome]),
    )
    setIsRunning(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      keepOpen={text !== ''}
      title="Apply YAML"
      description={`Server-side apply of one or several documents. Objects without a namespace are put into ${namespace}.`}
      actions={
        <>
          <Button disabled={isRunning || text.trim() === ''} onClick={() => void run(true)}>
            Dry run
          </Button>
          <Button
            variant="primary"
            disabled={isRunning || text.trim() === ''}
            onClick={() => void run(false)}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="apply-yaml">
        <CodeEditor
          text={text}
          onText={setText}
          extensions={writingExtensions('YAML to apply', () => undefined)}
          testId="apply-yaml"
        />
      </div>
      <ul className="apply-results" aria-live="polite">
        {outcomes.map(({ title, tone, text: outcome }) => (
          <li key={title}>
            <b>{title}</b>
            <StatusDot tone={tone}>{outcome}</StatusDot>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface ApplyOptions {
  readonly namespace: string
  readonly dryRun: boolean
}

/** Applies each object of a text, and reports the outcome of each. Of a text that cannot be read, only that. */
async function applyAll(
  connection: Parameters<typeof applyOne>[0],
  text: string,
  options: Parameters<typeof applyOne>[2],
  report: (outcome: Outcome) => void,
): Promise<void> {
  try {
    for (const object of pastedObjects(text)) report(await applyOne(connection, object, options))
  } catch (error) {
    report({ title: 'The text', tone: 'bad', text: (error as Error).message })
  }
}

/** A kind that is not known may have been defined by the previous document: it is looked up again. */
async function applyOne(
  { client, discovery }: ReturnType<typeof useConnection>,
  object: KubernetesObject,
  { namespace, dryRun }: ApplyOptions,
): Promise<Outcome> {
  const title = titleOf(object)
  try {
    const target = await findTarget()
    await client.apply(target.resource, target.object, { dryRun })
    return { title, tone: 'good', text: dryRun ? 'would be applied' : 'applied' }
  } catch (error) {
    const { message } = error as Error
    return { title, tone: 'bad', text: isNotFound(error) ? `${message}. Is the namespace missing?` : message }
  }

  async function findTarget(): Promise<ReturnType<typeof applyTarget>> {
    try {
      return applyTarget(object, discovery.getState().groups, namespace)
    } catch {
      const { groups } = await discovery.refresh()
      return applyTarget(object, groups, namespace)
    }
  }
}
