/** FAKE_BEHAVIOUR: `ready` runs until SIGTERM, `fails` exits with 3, `hangs` never gets ready. */
const behaviour = process.env.FAKE_BEHAVIOUR
process.stdout.write(`behaviour: ${behaviour}\n`)
if (behaviour === 'fails') process.exit(3)
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
if (behaviour === 'ready') process.send?.({ type: 'ready', ports: {} })
