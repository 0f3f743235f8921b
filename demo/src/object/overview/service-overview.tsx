import type { Service } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { Facts } from '../facts.tsx'
import { POD_WINDOW, PodList } from '../pod-list.tsx'
import { Section } from '../section.tsx'
import { Endpoints } from './endpoints.tsx'
import type { OverviewProps } from './overview-props.ts'

/** How a Service is reached, and what it leads to. */
export function ServiceOverview({ object }: OverviewProps): ReactNode {
  const { spec, status, metadata } = object as Service
  const external = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname)
  const selector = Object.entries(spec?.selector ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
  return (
    <>
      <Section title="Service">
        <Facts
          facts={[
            ['Type', spec?.type],
            ['Cluster IP', (spec?.clusterIPs ?? [spec?.clusterIP]).filter(Boolean).join(', ')],
            ['External', [...external, ...(spec?.externalIPs ?? [])].filter(Boolean).join(', ')],
            ['External name', spec?.externalName],
            ['Selector', selector],
            ['Session affinity', spec?.sessionAffinity],
          ]}
        />
      </Section>
      {(spec?.ports ?? []).length > 0 && (
        <Section title="Ports">
          <table className="plain-table" aria-label="Ports">
            <thead>
              <tr>
                <th>Name</th>
                <th>Port</th>
                <th>Target</th>
                <th className="wide">Node port</th>
              </tr>
            </thead>
            <tbody>
              {spec?.ports?.map(({ name, port, protocol, targetPort, nodePort }) => (
                <tr key={`${port}${protocol}`}>
                  <th scope="row">{name ?? '–'}</th>
                  <td className="number">
                    {port}/{protocol ?? 'TCP'}
                  </td>
                  <td className="number">{targetPort ?? port}</td>
                  <td className="number wide">{nodePort ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
      <Endpoints namespace={metadata?.namespace} service={metadata?.name ?? ''} />
      {selector !== '' && <SelectedPods namespace={metadata?.namespace} selector={selector} />}
    </>
  )
}

interface SelectedPodsProps {
  readonly namespace: string | undefined
  readonly selector: string
}

/** The Pods that a selector selects. */
function SelectedPods({ namespace, selector }: SelectedPodsProps): ReactNode {
  const { data, total, isPending } = useByIndex('namespace', namespace, {
    resource: 'pods',
    filter: { labelSelector: selector },
    window: POD_WINDOW,
  })
  return (
    <Section title={isPending ? 'Pods' : `Pods (${total})`}>
      <PodList
        label="Selected Pods"
        data={data}
        total={total}
        search={{ ...(namespace ? { namespace } : {}), filter: `label:${selector}` }}
        empty={isPending ? 'Loading…' : 'The selector selects no Pod.'}
      />
    </Section>
  )
}
