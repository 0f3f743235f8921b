/** What {@link readYaml} uses of the package `yaml`, version 2: `import * as yaml from 'yaml'`. */
export type YamlPackage = Pick<
  typeof import('yaml'),
  'Composer' | 'Parser' | 'Schema' | 'isAlias' | 'isMap' | 'isScalar' | 'isSeq'
>
