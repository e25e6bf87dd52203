import { paths } from '../../lib/paths.ts'

/** What /login shows: everything that is done without a session lives there. */
export const views = ['phone', 'forgot', 'reset', 'register', 'invitation'] as const
export type View = (typeof views)[number]

export function viewOf(value: unknown): View | null {
  return views.find((view) => view === value) ?? null
}

/** `#/login?view=forgot`, keeping where one wanted to go. */
export function viewAddress(view: View | null, redirect: string | undefined): string {
  const search = new URLSearchParams()
  if (view !== null) search.set('view', view)
  if (redirect !== undefined) search.set('redirect', redirect)
  return `#${paths.login}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/** Only a route of this console: a link from outside must not lead elsewhere after signing in. */
export function isRoute(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}
