import type { ComponentProps, ReactNode } from 'react'
import type { ClusterInfo } from '../connect/clusters.ts'
import { classNames } from '../ui/class-names.ts'
import { PickerButton } from './picker-button.tsx'

export interface ClusterPickerProps {
  readonly info: ClusterInfo
}

/** The cluster that is shown. */
export function ClusterButton({ info, ...props }: ClusterPickerProps & ComponentProps<'button'>): ReactNode {
  return (
    <PickerButton
      {...props}
      className={classNames('cluster', props.className)}
      aria-label={`Cluster: ${info.name}`}
      mark={<span className={`cluster-dot ${info.kind}`} aria-hidden />}
      text={info.name}
    />
  )
}
