import rootPackage from '../../package.json' with { type: 'json' }

/** The version of SevaDesk, which package.json at the root states alone. */
export const VERSION: string = rootPackage.version
