import { defineResource, type KubernetesObject, type NamespacedResource } from '@kube-informer/core'

/** The parts of a spec that all versions share. */
interface CommonSpec {
  readonly mode?: 'auto' | 'manual'
  /** An int64, which may be beyond 2^53. */
  readonly serial?: number
  readonly settings?: Readonly<Record<string, string>>
}

/** The oldest version: a square with a color. */
export interface WidgetV1 extends KubernetesObject {
  readonly spec?: CommonSpec & { readonly color?: string; readonly size?: number }
}

/** The version in the middle, which the others convert to. */
export interface WidgetV2 extends KubernetesObject {
  readonly spec?: CommonSpec & {
    readonly color?: string
    readonly dimensions?: { readonly width?: number; readonly height?: number }
  }
}

/** The newest version. */
export interface WidgetV3 extends KubernetesObject {
  readonly spec?: CommonSpec & {
    readonly look?: { readonly color?: string }
    readonly dimensions?: { readonly width?: number; readonly height?: number }
  }
}

const widgetsOf = <T extends KubernetesObject>(version: string): NamespacedResource<T> =>
  defineResource<T>({ group: 'example.com', version, plural: 'widgets', kind: 'Widget', namespaced: true })

export const widgetsV1: NamespacedResource<WidgetV1> = widgetsOf('v1')
export const widgetsV2: NamespacedResource<WidgetV2> = widgetsOf('v2')
export const widgetsV3: NamespacedResource<WidgetV3> = widgetsOf('v3')

/** Where a v1 widget has the height that its size cannot say. */
export const HEIGHT = 'example.com/height'

/** A widget that may not be deleted has this annotation. */
export const PROTECTED = 'example.com/protected'
