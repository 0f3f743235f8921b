import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Schema } from '../schema/schema.ts'
import type { Subresource } from '../schema/subresource.ts'

/** A column of a table that a server makes of objects (meta/v1 TableColumnDefinition), and how its cells are filled. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0: always shown; above: only when asked for (`kubectl get -o wide`). */
  readonly priority: number
  /** What the column shows of an object; `now` in ms, for ages. */
  cell(object: KubernetesObject, now: number): unknown
  /** What the whole row is marked with (meta/v1 TableRowCondition); only a table's first column says. */
  rowConditions?(object: KubernetesObject): readonly object[]
}

/** Paths like `.spec.replicas` (apiextensions.k8s.io/v1 CustomResourceSubresourceScale). */
interface ScalePaths {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string | undefined
}

/**
 * Everything that the server knows of a resource in one version: a built-in one, one that a CustomResourceDefinition
 * defines, or one that a test named without defining it, of which no schema is known.
 */
export interface Kind {
  readonly resource: ResourceDefinition
  readonly singular: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  readonly subresources: readonly Subresource[]
  /** Compiled into the apiserver; the others are custom resources, whose JSON and texts differ in details. */
  readonly isBuiltIn: boolean
  /** The paths that a field selector may name besides name and namespace. */
  readonly selectableFields: readonly string[]
  /** What a field selector compares of such a path; absent: the value as text, "" where there is none. */
  fieldValue?(object: KubernetesObject, path: string): string
  /** What is said of a field selector that names another path; absent: the words of most kinds. */
  unknownField?(path: string): string
  /** Told to everybody who uses this version. */
  readonly deprecation?: string | undefined
  /** Its definition is being deleted: what is there can go, and nothing new comes. */
  readonly isTerminating?: boolean | undefined
  /** Names the form in which objects are stored; absent where nothing is stored. */
  readonly storageVersionHash?: string | undefined
  /** Where the numbers of the subresource `scale` are, of custom resources. */
  readonly scale?: ScalePaths | undefined
  /** Undefined where nothing is known, so that any object will do. */
  schema(): Promise<Schema | undefined>
  /** The schema as a CustomResourceDefinition has it, descriptions and all; for what OpenAPI tells of it. */
  readonly openApiSchema?: object | undefined
  columns(): Promise<readonly Column[]>
}
