export function mayInstall(): boolean
export function installPackages(packages: readonly string[]): boolean
