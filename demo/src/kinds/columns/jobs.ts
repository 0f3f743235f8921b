import { type CronJob, cronJobs, type Job, jobs } from '@kube-informer/core/resources'
import { columnsOf, type KindView, numberField, textField, timeField } from './column.ts'
import {
  AGE,
  BY_NAMESPACE,
  BY_STATUS,
  IMAGE_OF_TEMPLATE,
  joined,
  LABELS,
  NAME,
  NAMESPACE,
  shortImage,
  statusColumn,
} from './common.ts'

/** `3m12s`, of a Job that has ended. */
function durationOf({ status }: Job): string | undefined {
  const { startTime, completionTime } = status ?? {}
  if (startTime === undefined || completionTime === undefined) return undefined
  const seconds = Math.max(0, Math.round((Date.parse(completionTime) - Date.parse(startTime)) / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours > 0) return `${hours}h${minutes}m`
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`
}

export const jobView: KindView = {
  columns: columnsOf<Job>(
    NAME,
    NAMESPACE,
    statusColumn(jobs),
    {
      id: 'completions',
      label: 'Completions',
      cell: {
        type: 'share',
        read: ({ spec, status }) => ({ ready: status?.succeeded ?? 0, wanted: spec?.completions ?? 1 }),
      },
      sort: { by: 'status.succeeded' },
      width: 104,
    },
    {
      id: 'failed',
      label: 'Failed',
      cell: { type: 'text', read: ({ status }) => status?.failed ?? 0 },
      sort: { by: 'status.failed' },
      field: numberField('failed', 'Failed Pods', 'status.failed'),
      width: 64,
      numeric: true,
    },
    { id: 'duration', label: 'Duration', cell: { type: 'text', read: durationOf }, width: 80, numeric: true },
    {
      id: 'images',
      label: 'Images',
      cell: {
        type: 'text',
        mono: true,
        read: ({ spec }) => joined(spec?.template?.spec?.containers?.map(({ image }) => shortImage(image))),
      },
      field: IMAGE_OF_TEMPLATE,
      width: 140,
      grow: 1,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE, BY_STATUS],
}

export const cronJobView: KindView = {
  columns: columnsOf<CronJob>(
    NAME,
    NAMESPACE,
    statusColumn(cronJobs),
    {
      id: 'schedule',
      label: 'Schedule',
      cell: { type: 'text', read: ({ spec }) => spec?.schedule, mono: true },
      sort: { by: 'spec.schedule' },
      field: textField('schedule', 'Schedule', 'spec.schedule'),
      width: 120,
    },
    {
      id: 'timezone',
      label: 'Time zone',
      cell: { type: 'text', read: ({ spec }) => spec?.timeZone },
      width: 110,
      wide: true,
    },
    {
      id: 'active',
      label: 'Active',
      cell: { type: 'text', read: ({ status }) => status?.active?.length ?? 0 },
      width: 64,
      numeric: true,
    },
    {
      id: 'last',
      label: 'Last run',
      cell: { type: 'age', read: ({ status }) => status?.lastScheduleTime },
      sort: { by: 'status.lastScheduleTime', as: 'age' },
      field: timeField('last', 'Last run', 'status.lastScheduleTime'),
      width: 80,
      numeric: true,
    },
    {
      id: 'success',
      label: 'Last success',
      cell: { type: 'age', read: ({ status }) => status?.lastSuccessfulTime },
      sort: { by: 'status.lastSuccessfulTime', as: 'age' },
      width: 96,
      numeric: true,
    },
    LABELS,
    AGE,
  ),
  groupings: [BY_NAMESPACE, BY_STATUS],
}
