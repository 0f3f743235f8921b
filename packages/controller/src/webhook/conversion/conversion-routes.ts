import type { ResourceDefinition } from '@kube-informer/core'
import { UsageError } from '@kube-informer/core'
import { formatGroupVersionKind, type GroupVersionKind } from '../group-version-kind.ts'
import type { Conversion, Convert, Spoke } from './conversion.ts'
import { ConversionError } from './conversion-error.ts'

/** A step from one version to the next one. */
export interface ConversionStep {
  readonly convert: Convert
  readonly to: ResourceDefinition
}

/** Finds the steps from a version to another one: at most two, through the hub. */
export class ConversionRoutes {
  readonly #conversions = new Map<string, Conversion>()

  /** Throws a UsageError if two conversions are of the same kind. */
  constructor(conversions: readonly Conversion[]) {
    for (const conversion of conversions) {
      const key = keyOf(conversion.hub)
      if (this.#conversions.has(key)) throw new UsageError(`the conversion of ${key} is registered twice`)
      this.#conversions.set(key, conversion)
    }
  }

  /** Throws a ConversionError with the text of controller-runtime's `convertObject` if there is no way. */
  steps(from: GroupVersionKind, to: GroupVersionKind): readonly ConversionStep[] {
    const [source, target] = [from, to].map(formatGroupVersionKind)
    if (from.group !== to.group) {
      throw new ConversionError(`src ${source} and dst ${target} does not belong to same API Group`)
    }
    if (from.version === to.version) {
      throw new ConversionError(`conversion is not allowed between same type ${source}`)
    }
    const conversion = this.#conversions.get(keyOf(from))
    if (!conversion) throw new ConversionError(`${source} does not have any Hub defined`)
    return [...stepsToHub(conversion, from), ...stepsFromHub(conversion, to)]
  }
}

const keyOf = ({ group, kind }: { readonly group: string; readonly kind: string }): string =>
  group === '' ? kind : `${kind}.${group}`

function stepsToHub(conversion: Conversion, from: GroupVersionKind): readonly ConversionStep[] {
  if (from.version === conversion.hub.version) return []
  return [{ convert: spokeOf(conversion, from).toHub, to: conversion.hub }]
}

function stepsFromHub(conversion: Conversion, to: GroupVersionKind): readonly ConversionStep[] {
  if (to.version === conversion.hub.version) return []
  const { fromHub, resource } = spokeOf(conversion, to)
  return [{ convert: fromHub, to: resource }]
}

function spokeOf({ hub, spokes }: Conversion, version: GroupVersionKind): Spoke {
  const found = spokes.get(version.version)
  if (found) return found
  const known = [hub.version, ...spokes.keys()].join(', ')
  throw new ConversionError(
    `${formatGroupVersionKind(version)} does not have any Hub defined: the versions of ${keyOf(hub)} are ${known}`,
  )
}
