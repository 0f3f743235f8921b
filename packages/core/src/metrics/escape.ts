/** The text of a HELP line: `\` and line feeds are escaped. */
export const helpText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Labels in braces; "" without labels. In a value, `\`, `"` and line feeds are escaped. */
export const labelsText = (labels: readonly (readonly [name: string, value: string])[]): string =>
  labels.length === 0
    ? ''
    : `{${labels.map(([name, value]) => `${name}="${helpText(value).replaceAll('"', '\\"')}"`).join(',')}}`
