/** A CustomResourceDefinition as a file. */
export interface CrdFile {
  /** Unique, e.g. `crd.projectcalico.org_ippools.yaml`. */
  readonly file: string
  /** Where it comes from. */
  readonly source: string
  readonly text: string
}
