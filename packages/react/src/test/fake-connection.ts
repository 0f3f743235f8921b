export { createFakeConnection, type FakeConnection } from '../testing/create-fake-connection.ts'
