// Imported before Apollo's packages, which otherwise send usage reports to Apollo.
process.env.APOLLO_TELEMETRY_DISABLED = 'true'
