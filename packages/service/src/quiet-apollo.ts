// Importing this file before an Apollo package keeps that package from reporting to its maker.
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
