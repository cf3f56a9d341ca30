// Import before any Apollo package: it disables their telemetry.
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
