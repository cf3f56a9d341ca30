/** A program that behaves as FAKE_BEHAVIOUR says: `ready` runs until SIGTERM, `fails` ends with code 3, `hangs` is never ready. */
const behaviour = process.env.FAKE_BEHAVIOUR
process.stdout.write(`I am to be ${behaviour}\n`)
if (behaviour === 'fails') process.exit(3)
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
if (behaviour === 'ready') process.send?.({ type: 'ready', ports: {} })
