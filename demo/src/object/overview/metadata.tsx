import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { editAnnotation, editLabel } from '../../actions/edit-metadata.ts'
import { useActions } from '../../actions/use-actions.ts'
import { useLinks } from '../../navigation/links.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { type Fact, Facts } from '../facts.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'
import { useKindOf } from '../use-kind-of.ts'
import type { OverviewProps } from './overview-props.ts'

/** What every object has. */
export function Metadata({ kind, object }: OverviewProps): ReactNode {
  const kindOf = useKindOf()
  const { metadata } = object
  const namespace = metadata?.namespace
  const creationTimestamp = metadata?.creationTimestamp
  const ownerReferences = metadata?.ownerReferences ?? []
  const finalizers = metadata?.finalizers ?? []
  const owners = ownerReferences.map(owner => (
    <span key={owner.uid} className="reference">
      <span className="muted">{owner.kind}</span>{' '}
      <ObjectLink kind={kindOf(owner.apiVersion, owner.kind)} namespace={namespace} name={owner.name} />
    </span>
  ))
  const facts: readonly Fact[] = [
    ['Created', creationTimestamp && formatTime(Date.parse(creationTimestamp))],
    ['Owners', owners.length > 0 ? owners : undefined],
    ['Finalizers', finalizers.join(', ')],
    ['Generation', metadata?.generation],
    ['Resource version', metadata?.resourceVersion],
    ['UID', metadata?.uid && <code>{metadata.uid}</code>],
  ]
  return (
    <>
      <Labels kind={kind} object={object} />
      <Annotations kind={kind} object={object} />
      <Section title="Metadata">
        <Facts facts={facts} />
      </Section>
    </>
  )
}

/** Labels, each a link to the objects of the kind that have it too. */
function Labels({ kind, object }: OverviewProps): ReactNode {
  const links = useLinks()
  const { run } = useActions()
  const labels = Object.entries(object.metadata?.labels ?? {})
  const namespace = object.metadata?.namespace
  const edit = (
    <Button variant="quiet" onClick={() => run(editLabel, kind, [object])}>
      Edit
    </Button>
  )
  return (
    <Section title="Labels" aside={edit}>
      {labels.length === 0 && <p className="muted">No labels</p>}
      <ul className="chips">
        {labels.map(([name, value]) => (
          <li key={name}>
            <Link
              className="chip"
              {...links.table(kind, {
                ...(namespace ? { namespace } : {}),
                filter: `label:${name}=${value}`,
              })}
            >
              {name}
              {value !== '' && <b>{value}</b>}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Longer values are shown on demand. */
const LONG = 120

function Annotations({ kind, object }: OverviewProps): ReactNode {
  const { run } = useActions()
  const annotations = Object.entries(object.metadata?.annotations ?? {})
  const edit = (
    <Button variant="quiet" onClick={() => run(editAnnotation, kind, [object])}>
      Edit
    </Button>
  )
  if (annotations.length === 0) return null
  return (
    <Section title={`Annotations (${annotations.length})`} aside={edit}>
      <Facts
        facts={annotations.map(([name, value]) => [name, <LongText key={name} name={name} text={value} />])}
      />
    </Section>
  )
}

/** A text of which only the start is shown at first. */
function LongText({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  if (text.length <= LONG) return <code>{text}</code>
  return (
    <>
      <code className={isOpen ? 'long' : undefined}>{isOpen ? text : `${text.slice(0, LONG)}…`}</code>
      <button
        type="button"
        className="text-button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Less' : 'More'} of ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Less' : `More (${text.length} characters)`}
      </button>
    </>
  )
}
