/**
 * Test files that replace modules (vi.mock, vi.resetModules), which works only where nothing is loaded yet. All other
 * files share the modules of their worker: loading them again for each file was a quarter of the time.
 */
export const isolatedFiles: readonly string[] = [
  'apps/server/src/modules/identity/enumeration.test.ts',
  'apps/web/src/app/follow-rights.test.ts',
  'apps/web/src/app/load-session.test.ts',
  'apps/web/src/lib/i18n.test.ts',
  'apps/web/src/lib/session-end.test.ts',
  'apps/web/src/lib/use-api.test.ts',
  'apps/web/src/ui/states.test.tsx',
]
