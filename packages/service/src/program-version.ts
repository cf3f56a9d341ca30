import manifest from '../package.json' with { type: 'json' }

/** The version of this program, such as `1.4.0`. All parts of the service have the version of their release. */
export const PROGRAM_VERSION: string = manifest.version
