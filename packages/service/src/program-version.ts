import manifest from '../package.json' with { type: 'json' }

/** The version of this program, such as `1.4.0`: every part of the service has that of its release. */
export const PROGRAM_VERSION: string = manifest.version
