import type { ReactNode } from 'react'
import { resourceName } from '../../actions/names.ts'
import { Conditions } from './conditions.tsx'
import { ConfigOverview } from './config-overview.tsx'
import { CronJobOverview, JobOverview } from './job-overview.tsx'
import { Metadata } from './metadata.tsx'
import { NodeOverview } from './node-overview.tsx'
import type { OverviewProps } from './overview-props.ts'
import { PodOverview } from './pod-overview.tsx'
import { ServiceOverview } from './service-overview.tsx'
import { WorkloadOverview } from './workload-overview.tsx'

type View = (props: OverviewProps) => ReactNode

/** The kinds whose facts have a view of their own. */
const VIEWS: Readonly<Record<string, View>> = {
  pods: PodOverview,
  nodes: NodeOverview,
  services: ServiceOverview,
  configmaps: ConfigOverview,
  secrets: ConfigOverview,
  'jobs.batch': JobOverview,
  'cronjobs.batch': CronJobOverview,
  'deployments.apps': WorkloadOverview,
  'replicasets.apps': WorkloadOverview,
  'statefulsets.apps': WorkloadOverview,
  'daemonsets.apps': WorkloadOverview,
}

/** The key facts of an object. */
export function Overview({ kind, object }: OverviewProps): ReactNode {
  const View = VIEWS[resourceName(kind)]
  return (
    <div className="overview">
      {View && <View kind={kind} object={object} />}
      <Conditions object={object} />
      <Metadata kind={kind} object={object} />
    </div>
  )
}
