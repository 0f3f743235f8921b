import type { ResourceModel } from '../model/resource-model.ts'
import { typeIdentifier } from '../schema/identifiers.ts'
import { TypeNames } from '../schema/type-names.ts'
import { constantName } from './constant-name.ts'

/** The names that a module exports for its resource. */
export interface ModuleNames {
  /** The constant: `widgets`. */
  readonly constant: string
  /** `widgetColumns`. */
  readonly columns: string
  /** `Widget`. */
  readonly kind: string
  /** `WidgetList`. */
  readonly list: string
  /** `WidgetField`. */
  readonly field: string
  /** `WidgetLister`. */
  readonly lister: string
  /** `WidgetInformer`. */
  readonly informer: string
  /** All of them, to which nested types add theirs. */
  readonly names: TypeNames
}

/** The names of a resource's declarations. Names of imports and of nested types give way to them. */
export function moduleNames({ plural, kind: modelKind, listKind }: ResourceModel): ModuleNames {
  const names = new TypeNames()
  const kind = names.take(typeIdentifier(modelKind))
  return {
    kind,
    constant: names.take(constantName({ plural, kind: modelKind })),
    columns: names.take(`${constantName({ plural: modelKind.toLowerCase(), kind: modelKind })}Columns`),
    list: names.take(typeIdentifier(listKind)),
    field: names.take(`${kind}Field`),
    lister: names.take(`${kind}Lister`),
    informer: names.take(`${kind}Informer`),
    names,
  }
}
