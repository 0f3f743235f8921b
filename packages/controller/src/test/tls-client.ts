export {
  http1Client,
  http2Client,
  http2Session,
  type Post,
  servedSerial,
  tlsTo,
} from '../../../../tools/test/tls-client.ts'
