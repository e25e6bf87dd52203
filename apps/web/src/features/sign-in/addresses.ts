import { paths } from '../../lib/paths.ts'

/** Content of /login: everything that is done without a session. */
export const views = [
  'phone',
  'forgot',
  'reset',
  'register',
  'invitation',
  'acknowledge',
  'outside',
  'company',
  'directory',
  'terms',
  'privacy',
] as const
export type View = (typeof views)[number]
/** Views that need no address: steps after a proof. */
export type Step = 'secondFactor' | 'documents'

export function viewOf(value: unknown): View | null {
  return views.find((view) => view === value) ?? null
}

/** `#/login?view=forgot`, keeping the target of the navigation. */
export function viewAddress(view: View | null, redirect: string | undefined): string {
  const search = new URLSearchParams()
  if (view !== null) search.set('view', view)
  if (redirect !== undefined) search.set('redirect', redirect)
  return `#${paths.login}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/** Only a route of this console: an external link must not redirect elsewhere after signing in. */
export function isRoute(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}
