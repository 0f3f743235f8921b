import { setupSignalHandler } from '../node/signal-handler.ts'

// Runs until the first signal and, with the argument `stuck`, beyond it.
const signal = setupSignalHandler()
const keepAlive = setInterval(() => {}, 1000)
signal.addEventListener('abort', () => {
  if (!process.argv.includes('stuck')) clearInterval(keepAlive)
  console.log(signal.reason.message)
})
console.log('running')
