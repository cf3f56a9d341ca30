// Imported before Apollo's packages, which otherwise report their use to their maker.
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
