import { beforeEach } from 'vitest'

// Where the engine is not installed, its tests are loaded in Chromium and counted as skipped.
beforeEach(({ skip }) => skip('WebKitGTK is not installed'))
