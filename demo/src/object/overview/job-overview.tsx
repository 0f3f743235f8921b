import type { CronJob, Job } from '@kube-informer/core/resources'
import { jobs } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { trigger } from '../../actions/trigger.ts'
import { useActions } from '../../actions/use-actions.ts'
import { statusOf } from '../../kinds/status.ts'
import { Age } from '../../ui/age.tsx'
import { StatusDot } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatAge } from '../../ui/format-age.ts'
import { Facts } from '../facts.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'
import type { OverviewProps } from './overview-props.ts'

/** How far a Job is. */
export function JobOverview({ object }: OverviewProps): ReactNode {
  const { spec, status } = object as Job
  return (
    <Section title="Job">
      <Facts
        facts={[
          ['Succeeded', `${status?.succeeded ?? 0} of ${spec?.completions ?? 1}`],
          ['Active', status?.active ?? 0],
          ['Failed', status?.failed ?? 0],
          ['Parallelism', spec?.parallelism],
          ['Retries', spec?.backoffLimit],
          ['Suspended', spec?.suspend ? 'Yes' : undefined],
          ['Duration', durationOf(object as Job)],
          ['Images', (spec?.template?.spec?.containers ?? []).map(({ image }) => image).join(', ')],
        ]}
      />
    </Section>
  )
}

/** How long a Job ran; undefined while it runs. */
function durationOf({ status }: Job): string | undefined {
  if (status?.startTime === undefined || status.completionTime === undefined) return undefined
  return formatAge(Date.parse(status.completionTime) - Date.parse(status.startTime))
}

const NEWEST = { by: 'metadata.creationTimestamp', descending: true } as const
const RUNS = { offset: 0, limit: 20 } as const

/** The schedule of a CronJob, and its last Jobs. */
export function CronJobOverview({ kind, object }: OverviewProps): ReactNode {
  const { spec, status, metadata } = object as CronJob
  const { run } = useActions()
  const { data, total } = useByIndex('namespace', metadata?.namespace, {
    resource: 'jobs',
    filter: { where: { path: 'metadata.ownerReferences[*].uid', eq: metadata?.uid ?? '' } },
    sort: NEWEST,
    window: RUNS,
  })
  return (
    <>
      <Section title="Schedule">
        <Facts
          facts={[
            ['Schedule', <code key="schedule">{spec?.schedule}</code>],
            ['Time zone', spec?.timeZone],
            ['Suspended', spec?.suspend ? 'Yes' : 'No'],
            ['If one still runs', spec?.concurrencyPolicy],
            ['Last run', status?.lastScheduleTime && <Age since={status.lastScheduleTime} />],
            ['Last success', status?.lastSuccessfulTime && <Age since={status.lastSuccessfulTime} />],
          ]}
        />
      </Section>
      <Section
        title={`Runs (${total})`}
        aside={<Button onClick={() => run(trigger, kind, [object])}>Run now</Button>}
      >
        {total === 0 && <p className="muted">There are no Jobs of this CronJob.</p>}
        {data.length > 0 && <Runs data={data} />}
      </Section>
    </>
  )
}

const Runs = ({ data }: { readonly data: readonly Job[] }): ReactNode => (
  <table className="plain-table" aria-label="Runs">
    <thead>
      <tr>
        <th>Job</th>
        <th>Status</th>
        <th className="wide">Duration</th>
        <th>Age</th>
      </tr>
    </thead>
    <tbody>
      {data.map(job => {
        const { namespace, name, uid, creationTimestamp } = job.metadata ?? {}
        const status = statusOf(jobs, job)
        return (
          <tr key={uid}>
            <td>
              <ObjectLink kind={jobs} namespace={namespace} name={name ?? ''} />
            </td>
            <td>{status && <StatusDot tone={status.tone}>{status.text}</StatusDot>}</td>
            <td className="wide">{durationOf(job) ?? '–'}</td>
            <td>
              <Age since={creationTimestamp} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
