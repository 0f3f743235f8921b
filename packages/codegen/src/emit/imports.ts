import type { TypeNames } from '../schema/type-names.ts'
import { WIDTH } from '../schema/type-node.ts'

/** What generated modules import, and from where. */
const PACKAGES = {
  ClusterLister: '@kube-informer/core',
  ClusterResource: '@kube-informer/core',
  customColumns: '@kube-informer/core/columns',
  defineResource: '@kube-informer/core',
  KubernetesObject: '@kube-informer/core',
  LabelSelector: '@kube-informer/core',
  List: '@kube-informer/core',
  ListMeta: '@kube-informer/core',
  NamespacedLister: '@kube-informer/core',
  NamespacedResource: '@kube-informer/core',
  ObjectMeta: '@kube-informer/core',
  OwnerReference: '@kube-informer/core',
  SharedIndexInformer: '@kube-informer/core',
  TableColumn: '@kube-informer/core/columns',
} as const

/** A name that generated modules import. */
export type ImportedName = keyof typeof PACKAGES

const isImported = (name: string): name is ImportedName => Object.hasOwn(PACKAGES, name)
const NAMES = Object.keys(PACKAGES).filter(isImported)

/** The imports of a module. The names of its own declarations take precedence: an import then has an alias. */
export class Imports {
  readonly #aliases = new Map<ImportedName, string>()
  readonly #used = new Set<ImportedName>()

  /**
   * @param names the names of the module's declarations, to which it adds those of the imports
   * @param kind the type whose name those of nested types begin with: with the kind Object, `meta` is an ObjectMeta
   */
  constructor(names: TypeNames, kind: string) {
    const clashing = NAMES.filter(name => names.has(name) || name.startsWith(kind))
    for (const name of NAMES) if (!clashing.includes(name)) this.#aliases.set(name, names.take(name))
    for (const name of clashing) {
      const prefix = /^[a-z]/.test(name) ? 'core' : 'Core'
      this.#aliases.set(name, names.take(prefix + name.charAt(0).toUpperCase() + name.slice(1)))
    }
  }

  /** The local name of an import, which becomes one of the module. */
  use(name: ImportedName): string {
    this.#used.add(name)
    return this.#aliases.get(name) ?? name
  }

  /** The import statements of all names in use, one for each package. */
  statements(): readonly string[] {
    const used = NAMES.filter(name => this.#used.has(name))
    const packages = [...new Set(used.map(name => PACKAGES[name]))].sort()
    return packages.map(from =>
      this.#statement(
        from,
        used.filter(name => PACKAGES[name] === from),
      ),
    )
  }

  #statement(from: string, names: readonly ImportedName[]): string {
    const onlyTypes = names.every(isType)
    const specifiers = names.map(name => {
      const alias = this.#aliases.get(name) ?? name
      const type = !onlyTypes && isType(name) ? 'type ' : ''
      return type + (alias === name ? name : `${name} as ${alias}`)
    })
    const start = onlyTypes ? 'import type' : 'import'
    const line = `${start} { ${specifiers.join(', ')} } from '${from}'`
    if (line.length <= WIDTH) return line
    return `${start} {\n${specifiers.map(each => `  ${each},\n`).join('')}} from '${from}'`
  }
}

const isType = (name: ImportedName): boolean => /^[A-Z]/.test(name)
