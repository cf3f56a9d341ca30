/**
 * FAKE_BEHAVIOUR: `ready` runs until SIGTERM, `fails` exits with 3, `hangs` never becomes ready, and `works` logs for
 * five seconds before it is ready.
 */
const behaviour = process.env.FAKE_BEHAVIOUR
process.stdout.write(`behaviour: ${behaviour}\n`)
if (behaviour === 'fails') process.exit(3)
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
const reportReady = () => process.send?.({ type: 'ready', ports: {} })
if (behaviour === 'ready') reportReady()
if (behaviour === 'works') {
  setInterval(() => process.stdout.write('a step\n'), 50)
  setTimeout(reportReady, 5_000)
}
