// JSON texts: to find values without parsing the whole, and to parse without quoting the text in an error.
export { findPath, skipSpace, skipValue, stringAt } from './json/json-text.ts'
export { parseJson } from './json/parse-json.ts'
