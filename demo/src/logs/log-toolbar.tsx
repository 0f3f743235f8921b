import { ArrowDownToLine, Download, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'

/** How the lines are shown. */
export interface LogOptions {
  readonly withTime: boolean
  readonly wrap: boolean
  /** Whether only lines that contain the search text are shown. */
  readonly onlyMatches: boolean
}

interface LogToolbarProps {
  readonly containers: readonly string[]
  readonly container: string | undefined
  readonly onContainer: (container: string | undefined) => void
  readonly previous: boolean
  readonly onPrevious: (previous: boolean) => void
  readonly find: string
  readonly onFind: (find: string) => void
  /** How many lines contain the search text. */
  readonly matches: number
  readonly options: LogOptions
  readonly onOptions: (options: LogOptions) => void
  readonly isPaused: boolean
  readonly onPause: (isPaused: boolean) => void
  /** Undefined while the newest line is in view. */
  readonly onEnd: (() => void) | undefined
  readonly onDownload: () => void
}

const ALL = ''

/** The controls above a log. */
export function LogToolbar(props: LogToolbarProps): ReactNode {
  const { containers, container, find, options, onOptions, isPaused, onEnd } = props
  const choices = [
    { value: ALL, label: 'all containers' },
    ...containers.map(name => ({ value: name, label: name })),
  ]
  return (
    <header className="log-bar">
      <Select
        label="Container"
        value={container ?? ALL}
        options={choices}
        onValue={value => props.onContainer(value === ALL ? undefined : value)}
      />
      <label className="log-search">
        <span className="visually-hidden">Search the log</span>
        <input
          type="search"
          value={find}
          onChange={event => props.onFind(event.target.value)}
          placeholder="Search"
          spellCheck={false}
          data-testid="log-search"
        />
        {find !== '' && (
          <output aria-label="Matching lines" data-testid="log-matches">
            {props.matches}
          </output>
        )}
      </label>
      <Switch
        label="Only matches"
        checked={options.onlyMatches}
        onChange={onlyMatches => onOptions({ ...options, onlyMatches })}
      />
      <Switch
        label="Timestamps"
        checked={options.withTime}
        onChange={withTime => onOptions({ ...options, withTime })}
      />
      <Switch label="Wrap" checked={options.wrap} onChange={wrap => onOptions({ ...options, wrap })} />
      <Switch label="Previous" checked={props.previous} onChange={props.onPrevious} />
      <span className="log-spring" />
      {onEnd && (
        <Button variant="quiet" icon={<ArrowDownToLine size={14} aria-hidden />} onClick={onEnd}>
          Newest
        </Button>
      )}
      <Button
        icon={isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        aria-pressed={isPaused}
        onClick={() => props.onPause(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <IconButton
        label="Download the log"
        icon={<Download size={15} aria-hidden />}
        onClick={props.onDownload}
      />
    </header>
  )
}
