// Base64, as in the data of Secrets, in CA bundles and in tokens.
export { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'
