import type { Scopes } from '../../platform/db/scope.ts'

export const brandingRepo = {
  async find(scopes: Scopes, prefix: string): Promise<{ name: string; logo: string | null } | null> {
    const rows = await scopes.asLoginRole<{ name: string; logo: string | null }>(
      'select name, logo from sign_in_branding($1)',
      [prefix],
    )
    return rows[0] ?? null
  },

  async prefixOfHost(scopes: Scopes, host: string): Promise<string | null> {
    const [row] = await scopes.asLoginRole<{ prefix: string | null }>('select prefix_of_host($1) as prefix', [
      host,
    ])
    return row?.prefix ?? null
  },

  async language(scopes: Scopes, prefix: string): Promise<'zh' | 'en'> {
    const [row] = await scopes.asLoginRole<{ language: 'zh' | 'en' }>(
      'select sign_in_language($1) as language',
      [prefix],
    )
    return row!.language
  },
}
