import type { KubernetesObject } from '@kube-informer/core'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { OnSearch } from '../navigation/change.ts'
import type { ObjectSearch } from '../navigation/search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { saveText } from '../ui/save-text.ts'
import type { LogLine } from './log-line.ts'
import { LogLines } from './log-lines.tsx'
import { LogStates } from './log-states.tsx'
import { type LogOptions, LogToolbar } from './log-toolbar.tsx'
import './logs.css'
import { useLog } from './use-log.ts'
import { useLogSources } from './use-log-sources.ts'

interface LogViewProps {
  readonly kind: Kind
  readonly object: KubernetesObject
  readonly search: ObjectSearch
  readonly onSearch: OnSearch<ObjectSearch>
}

const INITIAL: LogOptions = { withTime: true, wrap: false, onlyMatches: false }

/** The log of a Pod, or of all Pods of a workload. */
export function LogView({ kind, object, search, onSearch }: LogViewProps): ReactNode {
  const { container } = search
  const find = search.find ?? ''
  const previous = search.previous ?? false
  const [options, setOptions] = useState(INITIAL)
  const [follows, setFollows] = useState(true)
  const [paused, setPaused] = useState<readonly LogLine[]>()
  const all = useLogSources(kind, object)
  const sources = useMemo(
    () => all.sources.filter(source => container === undefined || source.container === container),
    [all, container],
  )
  const log = useLog(sources, previous)
  const wanted = useDeferredValue(find.trim().toLowerCase())
  const lines = paused ?? log.lines
  const matching = useMemo(
    () => (wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted))),
    [lines, wanted],
  )
  const withSource = sources.length > 1

  if (all.sources.length === 0)
    return (
      <EmptyState title={all.pods === 0 ? 'No Pods' : 'No Pod has a node yet'}>
        {kind.kind === 'Pod' ? 'The log appears once the Pod runs.' : 'Logs appear once a Pod runs.'}
      </EmptyState>
    )
  return (
    <section className="log-view" aria-label="Logs">
      <LogToolbar
        containers={all.containers}
        container={container}
        onContainer={name => onSearch({ container: name })}
        previous={previous}
        onPrevious={isPrevious => onSearch({ previous: isPrevious || undefined })}
        find={find}
        onFind={text => onSearch({ find: text || undefined }, { replace: true })}
        matches={matching.length}
        options={options}
        onOptions={setOptions}
        isPaused={paused !== undefined}
        onPause={isPaused => setPaused(isPaused ? log.lines : undefined)}
        onEnd={follows ? undefined : () => setFollows(true)}
        onDownload={() => saveText(`${object.metadata?.name}.log`, textOf(lines, withSource))}
      />
      <LogStates states={log.states} pods={all.pods} sources={sources.length} dropped={log.dropped} />
      <LogLines
        lines={options.onlyMatches ? matching : lines}
        find={wanted}
        withTime={options.withTime}
        withSource={withSource}
        wrap={options.wrap}
        follows={follows && paused === undefined}
        onFollows={setFollows}
      />
    </section>
  )
}

const textOf = (lines: readonly LogLine[], withSource: boolean): string =>
  lines
    .map(({ time, source, text }) => [time, ...(withSource ? [source] : []), text].join(' '))
    .map(line => `${line}\n`)
    .join('')
