import serverPackage from '../package.json' with { type: 'json' }

/** The version of SevaDesk. */
export const VERSION: string = serverPackage.version
