/**
 * The company prefix of a browser path (specification §1): any "login" segment and all slashes are removed,
 * the rest is the prefix; at the root it is empty.
 */
export function prefixOf(pathname: string): string {
  return pathname
    .split('/')
    .filter((segment) => segment !== 'login')
    .join('')
}

/** The address of `route` under a company prefix: `/acme/#/login`. */
export function addressOf(prefix: string, route = '/'): string {
  return `${prefix === '' ? '/' : `/${prefix}/`}#${route}`
}

export const currentPrefix = (): string => prefixOf(window.location.pathname)
