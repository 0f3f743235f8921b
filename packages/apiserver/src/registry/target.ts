import { apiVersionOf, type KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { Schema } from '../schema/schema.ts'
import { strategyOf } from './strategies.ts'
import type { Strategy } from './strategy.ts'
import type { WriteOptions } from './write-options.ts'

/** The target of a write, with its kind's schema and strategy. */
export interface Target {
  readonly kind: Kind
  /** Loaded; undefined if unknown: any object is then accepted. */
  readonly schema: Schema | undefined
  readonly strategy: Strategy
  /** "" for a cluster-scoped kind. */
  readonly namespace: string
  /** "" if the object determines it. */
  readonly name: string
  /** "" for the resource itself. */
  readonly subresource: string
}

/** A write's options and its warning callback. */
export interface Writing extends WriteOptions {
  warn(this: void, message: string): void
}

/** The result of a write. */
export interface Written {
  readonly object: KubernetesObject
  readonly isNew: boolean
}

/** Loads everything asynchronous first, so that a write reads and stores in one synchronous step. */
export async function loadTarget(
  kind: Kind,
  place: { readonly namespace: string; readonly name: string; readonly subresource: string },
): Promise<Target> {
  const { namespace, name, subresource } = place
  return { kind, schema: await kind.schema(), strategy: strategyOf(kind), namespace, name, subresource }
}

/** The object with kind and apiVersion first, as all stored objects. */
export function withType(kind: Kind, object: AnyObject): AnyObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata = {}, ...rest } = object
  const { resource } = kind
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...rest }
}
