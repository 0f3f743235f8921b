import { isConflict, isNotFound, type KubernetesObject } from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import type { Connection } from '@kube-informer/worker'
import { type ApplyTarget, applyTarget, pastedObjects, titleOf } from './apply-documents.ts'
import { FIELD_MANAGER } from './field-manager.ts'

/** What became of one object of a text. */
export interface Outcome {
  readonly title: string
  readonly tone: 'good' | 'bad'
  readonly text: string
}

/** How the objects are applied. */
export interface ApplyAllOptions {
  /** For objects without one. */
  readonly namespace: string
  readonly dryRun: boolean
  /** Whether to take over the fields of other managers. */
  readonly force: boolean
  readonly onOutcome: (outcome: Outcome) => void
}

/** The time for a new kind to be served. */
const ESTABLISHED_MS = 10_000

/** Applies the objects of a text one after another, and reports each. Never rejects. */
export async function applyAll(
  connection: Connection,
  text: string,
  options: ApplyAllOptions,
): Promise<void> {
  try {
    for (const object of pastedObjects(text)) options.onOutcome(await applyOne(connection, object, options))
  } catch (error) {
    options.onOutcome({ title: 'The text', tone: 'bad', text: (error as Error).message })
  }
}

async function applyOne(
  connection: Connection,
  pasted: KubernetesObject,
  { namespace, dryRun, force }: ApplyAllOptions,
): Promise<Outcome> {
  const title = titleOf(pasted)
  const { client } = connection
  try {
    const { resource, object } = await findTarget(connection, pasted, namespace)
    const before = await client.get(resource, object).catch(unlessNotFound)
    const after = await client.apply(resource, object, { dryRun, force, fieldManager: FIELD_MANAGER })
    if (!dryRun && resource.plural === customResourceDefinitions.plural)
      await served(connection, object.metadata?.name ?? '')
    return { title, tone: 'good', text: textOf(before, after, dryRun) }
  } catch (error) {
    return { title, tone: 'bad', text: adviceOn(error as Error) }
  }
}

const unlessNotFound = (error: unknown): undefined => {
  if (!isNotFound(error)) throw error
}

/** As kubectl names it. A dry run does not tell whether an object would stay as it is. */
function textOf(before: KubernetesObject | undefined, after: KubernetesObject, dryRun: boolean): string {
  const isSame = before?.metadata?.resourceVersion === after.metadata?.resourceVersion
  if (dryRun) return before ? 'would be configured' : 'would be created'
  return before === undefined ? 'created' : isSame ? 'unchanged' : 'configured'
}

function adviceOn(error: Error): string {
  if (isNotFound(error)) return `${error.message}. Is the namespace missing?`
  if (isConflict(error)) return `${error.message}. “Take over fields” applies it nevertheless.`
  return error.message
}

/** A kind that is not known may have been defined by the previous document: it is looked up again. */
async function findTarget(
  { discovery }: Connection,
  object: KubernetesObject,
  namespace: string,
): Promise<ApplyTarget> {
  try {
    return applyTarget(object, discovery.getState().groups, namespace)
  } catch {
    const { groups } = await discovery.refresh()
    return applyTarget(object, groups, namespace)
  }
}

/** The server accepts objects of a new kind a moment after its definition. */
async function served(connection: Connection, name: string): Promise<void> {
  const signal = AbortSignal.timeout(ESTABLISHED_MS)
  await connection.waitFor(customResourceDefinitions, { name }, { condition: 'Established' }, { signal })
}
