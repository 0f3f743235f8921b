import { apiVersionOf, type KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { Schema } from '../schema/schema.ts'
import { strategyOf } from './strategies.ts'
import type { Strategy } from './strategy.ts'
import type { WriteOptions } from './write-options.ts'

/** What a request writes to, with everything that is known of it. */
export interface Target {
  readonly kind: Kind
  /** Loaded; undefined where nothing is known, so that any object will do. */
  readonly schema: Schema | undefined
  readonly strategy: Strategy
  /** "" for a cluster-scoped kind. */
  readonly namespace: string
  /** "" where the object will say it. */
  readonly name: string
  /** "" for the resource itself. */
  readonly subresource: string
}

/** A write's options, and where its warnings go. */
export interface Writing extends WriteOptions {
  warn(this: void, message: string): void
}

/** What became of a write. */
export interface Written {
  readonly object: KubernetesObject
  readonly isNew: boolean
}

/** Loads what has to be known before anything is read: between a read and its write nobody else may come. */
export async function loadTarget(
  kind: Kind,
  place: { readonly namespace: string; readonly name: string; readonly subresource: string },
): Promise<Target> {
  const { namespace, name, subresource } = place
  return { kind, schema: await kind.schema(), strategy: strategyOf(kind), namespace, name, subresource }
}

/** The object with its kind and version first, which is what every stored object has. */
export function withType(kind: Kind, object: AnyObject): AnyObject {
  const { kind: _kind, apiVersion: _apiVersion, metadata = {}, ...rest } = object
  const { resource } = kind
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...rest }
}
